package batch

import (
	"cmp"
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
	return Limits{Index: 100_000}, err
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

type kubernetesItem struct {
	Metadata struct {
		Name                string
		Labels, Annotations map[string]string
	}
	Spec   struct{ NodeName string } // of a Pod
	Status struct {
		Phase                           string // of a Pod; the rest is a Job's
		CompletedIndexes, FailedIndexes string
		Conditions                      []struct{ Type, Status string }
	}
}

func (k kubernetes) get(ctx context.Context, what string) (items []kubernetesItem, err error) {
	text, err := k.kubectl(ctx, "", "get", what, "--selector="+kubernetesRun+"="+k.run.ID, "--output=json")
	if err != nil {
		return nil, err
	}
	var list struct{ Items []kubernetesItem }
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return nil, errs.Errorf("kubectl get %s: %w", what, err)
	}
	return list.Items, nil
}

func (k kubernetes) list(ctx context.Context) (live []Live, err error) {
	jobs, errJobs := k.get(ctx, "jobs")
	pods, errPods := k.get(ctx, "pods")
	if err := cmp.Or(errJobs, errPods); err != nil {
		return nil, err
	}
	nodes := map[string]string{} // by job and index, of those that run
	for _, p := range pods {
		if p.Status.Phase == "Running" {
			l := p.Metadata.Labels
			nodes[l["batch.kubernetes.io/job-name"]+" "+l["batch.kubernetes.io/job-completion-index"]] = p.Spec.NodeName
		}
	}
	for _, j := range jobs {
		over := false
		for _, c := range j.Status.Conditions {
			over = over || c.Status == "True" && (c.Type == "Complete" || c.Type == "Failed")
		}
		ended := map[int]bool{}
		for _, i := range append(parseRanges(j.Status.CompletedIndexes), parseRanges(j.Status.FailedIndexes)...) {
			ended[i] = true
		}
		for i, number := range strings.Fields(j.Metadata.Annotations[kubernetesTasks]) {
			node, running := nodes[fmt.Sprintf("%s %d", j.Metadata.Name, i)]
			if task, err := strconv.Atoi(number); err == nil && !over && !ended[i] {
				live = append(live, Live{Task: task, Running: running, Node: node, Job: j.Metadata.Name})
			}
		}
	}
	return live, nil
}

func (k kubernetes) cancel(ctx context.Context) error {
	_, err := k.kubectl(ctx, "", "delete", "jobs", "--selector="+kubernetesRun+"="+k.run.ID, "--wait=false")
	return err
}
