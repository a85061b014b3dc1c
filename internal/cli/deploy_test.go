package cli

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// typed checks that the program takes a command line.
func typed(t *testing.T, args []string) {
	t.Helper()
	a, _, _ := newTestApp()
	cmd, rest, err := whole.Root(a).Find(args)
	if err == nil {
		err = cmd.ParseFlags(rest)
	}
	if err == nil {
		err = cmd.ValidateArgs(cmd.Flags().Args())
	}
	if err != nil || !cmd.Runnable() {
		t.Errorf("queens %s: %v", strings.Join(args, " "), err)
	}
}

const anAddress = "https://0123456789@centre.example.org:4222"

// The units of systemd have the sections that there are, and start what the program takes.
func TestUnits(t *testing.T) {
	files, err := filepath.Glob("../../deploy/systemd/*.service")
	if err != nil || len(files) < 2 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		unit, section := map[string]string{}, ""
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSpace(line)
			key, value, ok := strings.Cut(line, "=")
			switch {
			case line == "":
			case slices.Contains([]string{"[Unit]", "[Service]", "[Install]"}, line):
				section = strings.Trim(line, "[]") + "."
			case !ok || section == "" || value == "" || unit[section+key] != "":
				t.Errorf("%s: %q", file, line)
			default:
				unit[section+key] = value
			}
		}
		start := strings.NewReplacer("%i", "22", "${ADDRESS}", anAddress).Replace(unit["Service.ExecStart"])
		args := strings.Fields(start)
		if len(args) < 2 || filepath.Base(args[0]) != "queens" || unit["Install.WantedBy"] == "" || unit["Unit.Description"] == "" {
			t.Fatalf("%s: %v", file, unit)
		}
		typed(t, args[1:])
		if state := "/var/lib/" + unit["Service.StateDirectory"]; !slices.Contains(args, state) {
			t.Errorf("%s: the state directory is not %s", file, state)
		}
	}
}

// documents returns what a file of YAML holds.
func documents[T any](t *testing.T, name string) (list []T) {
	t.Helper()
	f, err := os.Open(filepath.Join("../../deploy", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	decoder := yaml.NewDecoder(f)
	decoder.KnownFields(true)
	for {
		var d T
		err := decoder.Decode(&d)
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		list = append(list, d)
	}
}

func TestCompose(t *testing.T) {
	type service struct {
		Image                        string
		Entrypoint, Command, Volumes []string
		Ports                        []string
		Restart                      string
		ReadOnly                     bool   `yaml:"read_only"`
		Grace                        string `yaml:"stop_grace_period"`
	}
	file := documents[struct {
		Services map[string]service
		Volumes  map[string]any
	}](t, "compose.yaml")[0]
	if len(file.Services) != 2 {
		t.Errorf("services %v", file.Services)
	}
	for name, s := range file.Services {
		var args []string
		if len(s.Entrypoint) > 0 {
			args = s.Entrypoint[1:]
		}
		for _, word := range s.Command {
			args = append(args, strings.ReplaceAll(word, "${ADDRESS:-}", anAddress))
		}
		typed(t, args)
		volume, path, _ := strings.Cut(strings.Join(s.Volumes, " "), ":")
		if _, ok := file.Volumes[volume]; !ok || path != "/state" || s.Image != "queens" {
			t.Errorf("service %s: %+v", name, s)
		}
	}
}

// The manifests of Kubernetes fit together: labels, names of ports and of volumes.
func TestKubernetes(t *testing.T) {
	type (
		object   = map[string]any
		metadata struct {
			Name   string
			Labels map[string]string
		}
		port struct {
			Name      string
			Port      int
			Container int `yaml:"containerPort"`
		}
		container struct {
			Name, Image     string
			Args            []string
			Env             []object
			Ports           []port
			LivenessProbe   object `yaml:"livenessProbe"`
			Resources       object
			SecurityContext object              `yaml:"securityContext"`
			Mounts          []map[string]string `yaml:"volumeMounts"`
		}
		manifest struct {
			APIVersion string `yaml:"apiVersion"`
			Kind       string
			Metadata   metadata
			Spec       struct {
				ClusterIP   string `yaml:"clusterIP"`
				ServiceName string `yaml:"serviceName"`
				Replicas    int
				Management  string `yaml:"podManagementPolicy"`
				Selector    object
				Ports       []port
				Template    struct {
					Metadata metadata
					Spec     struct {
						Grace           int    `yaml:"terminationGracePeriodSeconds"`
						SecurityContext object `yaml:"securityContext"`
						Containers      []container
					}
				}
				Claims []struct {
					Metadata metadata
					Spec     object
				} `yaml:"volumeClaimTemplates"`
			}
		}
	)
	services, sets := map[string]manifest{}, map[string]manifest{}
	for _, m := range documents[manifest](t, "kubernetes.yaml") {
		switch m.APIVersion + " " + m.Kind {
		case "v1 Service":
			services[m.Metadata.Name] = m
		case "apps/v1 StatefulSet":
			sets[m.Metadata.Name] = m
		default:
			t.Errorf("%s %s", m.APIVersion, m.Kind)
		}
	}
	if len(sets) != 2 {
		t.Fatalf("%d sets", len(sets))
	}
	for name, set := range sets {
		s, pod := set.Spec, set.Spec.Template
		app := pod.Metadata.Labels["app"]
		labels, _ := s.Selector["matchLabels"].(object)
		service := services[s.ServiceName]
		if app == "" || labels["app"] != app || service.Spec.Selector["app"] != app || len(pod.Spec.Containers) != 1 || len(s.Claims) != 1 || s.Replicas < 1 {
			t.Fatalf("%s: labels %v, service %+v", name, labels, service)
		}
		c := pod.Spec.Containers[0]
		for i, word := range c.Args {
			c.Args[i] = strings.ReplaceAll(word, "$(ADDRESS)", anAddress)
		}
		typed(t, c.Args)
		for _, p := range service.Spec.Ports {
			if !slices.ContainsFunc(c.Ports, func(q port) bool { return q.Name == p.Name && q.Container == p.Port }) {
				t.Errorf("%s: port %+v of the service", name, p)
			}
		}
		if len(c.Mounts) != 1 || c.Mounts[0]["name"] != s.Claims[0].Metadata.Name || c.Mounts[0]["mountPath"] != "/state" {
			t.Errorf("%s: volumes %v", name, c.Mounts)
		}
	}
	if _, err := os.Stat("../../Containerfile"); errors.Is(err, fs.ErrNotExist) {
		t.Error("the image queens is made from ../../Containerfile")
	}
}
