// Package kubernetes tests counts on Kubernetes with a fake kubectl. It decodes its input strictly
// with the real types of the API, runs the containers of a Job as processes, and answers with real
// objects.
package kubernetes

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/version"
	strict "sigs.k8s.io/json"
)

// stateVariable names the directory with the objects of the fake kubectl.
const stateVariable = "QUEENS_TEST_KUBERNETES"

func TestMain(m *testing.M) {
	state := os.Getenv(stateVariable)
	switch {
	case filepath.Base(os.Args[0]) == "kubectl":
		if err := kubectl(state, os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, "error:", err)
			os.Exit(1)
		}
	case len(os.Args) == 3 && os.Args[1] == "pods":
		if err := runPods(state, os.Args[2]); err != nil {
			_ = os.WriteFile(filepath.Join(state, "failed"), []byte(err.Error()), 0o644)
		}
	default:
		os.Exit(m.Run())
	}
}

// kubectl is the program that queens starts.
func kubectl(state string, args []string) error {
	args = slices.DeleteFunc(args, func(arg string) bool { return arg == "--namespace=sums" })
	switch line := strings.Join(args, " "); {
	case line == "version --client=true --output=json":
		return json.NewEncoder(os.Stdout).Encode(map[string]any{"clientVersion": version.Info{Major: "1", Minor: "34"}})
	case line == "create --filename=-":
		return create(state)
	case strings.HasPrefix(line, "get jobs --selector=queens.run=") && args[len(args)-1] == "--output=json":
		list := batchv1.JobList{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "List"}}
		err := each(state, "job-*", func(job batchv1.Job) {
			if "queens.run="+job.Labels["queens.run"] == strings.TrimPrefix(args[2], "--selector=") {
				list.Items = append(list.Items, job)
			}
		})
		return errors.Join(err, json.NewEncoder(os.Stdout).Encode(list))
	case strings.HasPrefix(line, "delete jobs --selector=queens.run=") && args[len(args)-1] == "--wait=false":
		return os.WriteFile(filepath.Join(state, "deleted"), nil, 0o644)
	default:
		return fmt.Errorf("unknown command %q", line)
	}
}

// each calls take for every object in a matching file.
func each[T any](state, name string, take func(T)) error {
	paths, err := filepath.Glob(filepath.Join(state, name))
	for _, path := range paths {
		text, readErr := os.ReadFile(path)
		var object T
		if err = errors.Join(err, readErr, json.Unmarshal(text, &object)); err != nil {
			return err
		}
		take(object)
	}
	return err
}

func put(state, name string, object any) error {
	text, err := json.Marshal(object)
	if err == nil {
		err = os.WriteFile(filepath.Join(state, "."+name), text, 0o644)
	}
	if err == nil {
		err = os.Rename(filepath.Join(state, "."+name), filepath.Join(state, name))
	}
	return err
}

// create accepts a Job and, like an API server, rejects malformed ones.
func create(state string) error {
	text, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	var job batchv1.Job
	unknown, err := strict.UnmarshalStrict(text, &job)
	if err = errors.Join(append(unknown, err)...); err != nil {
		return err
	}
	pod := job.Spec.Template.Spec
	switch {
	case job.APIVersion != "batch/v1" || job.Kind != "Job" || job.GenerateName == "" || job.Spec.Completions == nil:
		return fmt.Errorf("no Job: %s", text)
	case *job.Spec.CompletionMode != batchv1.IndexedCompletion ||
		*job.Spec.Completions != int32(len(strings.Fields(job.Annotations["queens.tasks"]))):
		return fmt.Errorf("a Job of %d indices: %s", *job.Spec.Completions, text)
	case pod.RestartPolicy != corev1.RestartPolicyNever || job.Spec.BackoffLimitPerIndex == nil:
		return errors.New("spec.template.spec.restartPolicy: must be Never when backoffLimitPerIndex is set")
	case len(pod.Containers) != 1 || pod.Containers[0].Image != "queens:test" ||
		pod.Volumes[0].PersistentVolumeClaim.ClaimName != "sums-of-queens":
		return fmt.Errorf("containers %+v, volumes %+v", pod.Containers, pod.Volumes)
	case !restricted(pod):
		return fmt.Errorf(`pods "x" is forbidden: violates PodSecurity "restricted:latest": %s`, text)
	case pod.Containers[0].Resources.Requests.Cpu().Value() != 2 ||
		pod.Containers[0].Resources.Requests.Memory().Value() != 512<<20:
		return fmt.Errorf("requests %v", pod.Containers[0].Resources.Requests)
	case pod.Containers[0].VolumeMounts[0].Name != pod.Volumes[0].Name ||
		pod.Containers[0].VolumeMounts[0].MountPath != filepath.Dir(state):
		return fmt.Errorf("mounts %+v", pod.Containers[0].VolumeMounts)
	case job.Spec.Template.Labels["queens.run"] != job.Labels["queens.run"]:
		return fmt.Errorf("labels %v of pods, %v of the job", job.Spec.Template.Labels, job.Labels)
	}
	paths, err := filepath.Glob(filepath.Join(state, "job-*"))
	job.Name = job.GenerateName + strconv.Itoa(len(paths))
	if err = errors.Join(err, put(state, "job-"+job.Name, job)); err != nil {
		return err
	}
	cmd := exec.Command(os.Args[0], "pods", job.Name)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Env = os.Environ()
	cmd.Args[0] = "cluster"
	fmt.Println("job.batch/" + job.Name + " created")
	return cmd.Start()
}

// restricted reports whether Pod Security admits a pod at its strictest level.
func restricted(pod corev1.PodSpec) bool {
	all, own := pod.SecurityContext, pod.Containers[0].SecurityContext
	return all != nil && own != nil && own.Capabilities != nil && all.RunAsNonRoot != nil && *all.RunAsNonRoot &&
		all.RunAsUser != nil && *all.RunAsUser == 65532 && // of Containerfile
		all.SeccompProfile != nil && all.SeccompProfile.Type == corev1.SeccompProfileTypeRuntimeDefault &&
		own.AllowPrivilegeEscalation != nil && !*own.AllowPrivilegeEscalation &&
		slices.Equal(own.Capabilities.Drop, []corev1.Capability{"ALL"})
}

// runPods runs the pods of a Job in turn. The second pod of the first Job fails until its retries
// are used up.
func runPods(state, name string) error {
	text, err := os.ReadFile(filepath.Join(state, "job-"+name))
	var job batchv1.Job
	if err = errors.Join(err, json.Unmarshal(text, &job)); err != nil {
		return err
	}
	container := job.Spec.Template.Spec.Containers[0]
	var completed, failed []string
	for i := range int(*job.Spec.Completions) {
		index := strconv.Itoa(i)
		job.Status.Ready = new(int32(1))
		if err := put(state, "job-"+name, job); err != nil {
			return err
		}
		time.Sleep(300 * time.Millisecond)
		if strings.HasSuffix(name, "-0") && i == 1 {
			failed = append(failed, index)
		} else {
			cmd := exec.Command(container.Command[0], append(slices.Clone(container.Command[1:]), container.Args...)...)
			cmd.Env = append(os.Environ(), "JOB_COMPLETION_INDEX="+index, "HOSTNAME="+name+"-"+index)
			for _, e := range container.Env {
				if e.ValueFrom == nil || e.ValueFrom.FieldRef.FieldPath != "spec.nodeName" {
					return fmt.Errorf("variable %+v", e)
				}
				cmd.Env = append(cmd.Env, e.Name+"=node-"+index)
			}
			if out, err := cmd.CombinedOutput(); err != nil {
				return fmt.Errorf("%v: %w: %s", container.Command, err, out)
			}
			completed = append(completed, index)
		}
		job.Status.CompletedIndexes = strings.Join(completed, ",")
		if len(failed) > 0 {
			all := strings.Join(failed, ",")
			job.Status.FailedIndexes = &all
		}
		if len(completed)+len(failed) == int(*job.Spec.Completions) {
			kind := batchv1.JobComplete
			if len(failed) > 0 {
				kind = batchv1.JobFailed
			}
			job.Status.Conditions = append(job.Status.Conditions, batchv1.JobCondition{
				Type: kind, Status: corev1.ConditionTrue,
			})
		}
		if err := put(state, "job-"+name, job); err != nil {
			return err
		}
	}
	return nil
}

// TestCountOnKubernetes checks that tasks are valid Jobs, that a failed one is submitted again, and
// that "runs verify" names the nodes.
func TestCountOnKubernetes(t *testing.T) {
	dir := t.TempDir()
	bin, state, run := filepath.Join(dir, "bin"), filepath.Join(dir, "kubernetes"), filepath.Join(dir, "run")
	build := exec.Command("go", "build", "-buildvcs=false", "-o", filepath.Join(bin, "queens"), "./cmd/queens")
	build.Dir = "../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	self, err := os.Executable()
	err = errors.Join(err, os.Mkdir(state, 0o755), os.Symlink(self, filepath.Join(bin, "kubectl")))
	if err != nil {
		t.Fatal(err)
	}
	queens := func(args ...string) string {
		cmd := exec.CommandContext(t.Context(), filepath.Join(bin, "queens"), args...)
		cmd.Env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), stateVariable+"="+state,
			"QUEENS_STATE="+filepath.Join(dir, "state"))
		var out, notes bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &notes
		if err := cmd.Run(); err != nil {
			failed, _ := os.ReadFile(filepath.Join(state, "failed"))
			t.Fatalf("%v: %v: %s %s", args, err, &notes, failed)
		}
		return out.String()
	}
	out := queens("count", "15", "--on", "kubernetes", "--dir", run, "--workers", "2", "--memory", "512M", "--tasks",
		"3", "--again", "20%", "--poll", "1s", "--",
		"--image=queens:test", "--claim=sums-of-queens", "--mount="+dir, "--namespace=sums")
	if strings.TrimSpace(out) != "2279184" {
		t.Errorf("counted %q, want Q(15) = 2279184", out)
	}
	if jobs, err := filepath.Glob(filepath.Join(state, "job-*")); err != nil || len(jobs) < 3 {
		t.Errorf("jobs %v, %v: want the shares, the one that failed, and second counts", jobs, err)
	}
	if out := queens("runs", "verify", run); !strings.Contains(out, " on node-0 in ") || !strings.Contains(out, "verified") {
		t.Error(out)
	}
	if out := queens("runs"); !strings.Contains(out, run) || !strings.Contains(out, "complete") {
		t.Errorf("queens runs: %q", out)
	}
}
