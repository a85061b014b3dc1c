package batch

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"queens"
	"queens/internal/errs"
)

// kubernetes submits indexed Jobs with kubectl. User arguments are --image, --claim and --mount;
// others go to kubectl.
type kubernetes struct{ site }

func (k kubernetes) place() (own map[string]string, others []string) {
	own = map[string]string{}
	for _, arg := range k.Args {
		name, value, _ := strings.Cut(arg, "=")
		if slices.Contains([]string{"--image", "--claim", "--mount"}, name) && value != "" {
			own[name] = value
		} else {
			others = append(others, arg)
		}
	}
	return own, others
}

func (k kubernetes) kubectl(ctx context.Context, input string, args ...string) (string, error) {
	_, others := k.place()
	return call(ctx, input, "kubectl", append(others, args...)...)
}

func (k kubernetes) limits(ctx context.Context) (Limits, error) {
	own, _ := k.place()
	if below, err := filepath.Rel(own["--mount"], k.run.dir); len(own) < 3 || err != nil || !filepath.IsLocal(below) {
		return Limits{}, errs.Errorf("kubernetes: want -- --image=IMAGE --claim=CLAIM --mount=PATH, the path "+
			"of the volume that holds %s: %w", k.run.dir, queens.ErrFormat)
	}
	_, err := k.kubectl(ctx, "", "version", "--client=true", "--output=json")
	return Limits{}, err
}

const (
	kubernetesRun   = "queens.run"   // label of all objects of a run, in kubernetes.tmpl
	kubernetesTasks = "queens.tasks" // annotation: the tasks of a Job, by index
)

// script returns the Job. Its indices start at 0; a shell picks the task.
func (k kubernetes) script(b Block) string {
	own, _ := k.place()
	numbers := strings.Trim(fmt.Sprint(b.Tasks), "[]")
	return k.fill("kubernetes", b, map[string]any{
		"Image": own["--image"], "Claim": own["--claim"], "Mount": own["--mount"],
		"Numbers": numbers, "Tasks": len(b.Tasks),
		"Command": fmt.Sprintf(`set -- %s; shift "$JOB_COMPLETION_INDEX"; exec %s --node "$NODE" --job "$HOSTNAME"`,
			numbers, k.task(`"$1"`)),
	})
}

func (k kubernetes) submission() []string {
	_, others := k.place()
	return slices.Concat([]string{"kubectl"}, others, []string{"create", "--filename=-"})
}

func (k kubernetes) list(ctx context.Context) (live []Live, err error) {
	text, err := k.kubectl(ctx, "", "get", "jobs", "--selector="+kubernetesRun+"="+k.run.ID, "--output=json")
	if err != nil {
		return nil, err
	}
	var jobs struct {
		Items []struct {
			Metadata struct{ Annotations map[string]string }
			Status   struct {
				Ready                           int
				CompletedIndexes, FailedIndexes string
				Conditions                      []struct{ Type, Status string }
			}
		}
	}
	if err := json.Unmarshal([]byte(text), &jobs); err != nil {
		return nil, errs.Errorf("kubectl get jobs: %w", err)
	}
	for _, j := range jobs.Items {
		ended := map[int]bool{}
		for _, i := range append(parseRanges(j.Status.CompletedIndexes), parseRanges(j.Status.FailedIndexes)...) {
			ended[i] = true
		}
		for _, c := range j.Status.Conditions {
			if c.Status == "True" && (c.Type == "Complete" || c.Type == "Failed") {
				j.Metadata.Annotations = nil
			}
		}
		ready := j.Status.Ready
		for i, number := range strings.Fields(j.Metadata.Annotations[kubernetesTasks]) {
			if task, err := strconv.Atoi(number); err == nil && !ended[i] {
				live = append(live, Live{Task: task, Running: ready > 0})
				ready--
			}
		}
	}
	return live, nil
}

func (k kubernetes) cancel(ctx context.Context) error {
	_, err := k.kubectl(ctx, "", "delete", "jobs", "--selector="+kubernetesRun+"="+k.run.ID, "--wait=false")
	return err
}
