package kit

import (
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"queens/docs"
	"queens/internal/named"
)

// newHelp replaces cobra's command, which knows no topics and returns exit code 0 for an unknown
// command.
func (p *Program) newHelp(a *App) *cobra.Command {
	cmd := a.Explain(helpText).Plain("help", nil, func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 && args[0] == "all" {
			return a.PageHelp(Help(cmd.Root(), a.TextWidth()))
		}
		about, rest, err := cmd.Root().Find(args)
		if err == nil && len(rest) == 0 {
			return about.Help()
		}
		text, err := topicText(cmd.Root(), args)
		if err != nil {
			return err
		}
		if strings.HasPrefix(text, "{") { // a JSON Schema
			return a.PageHelp(text)
		}
		return a.PageHelp(Fill(strings.TrimSpace(text), a.TextWidth()))
	}, "topics", topics(p.Name))
	cmd.ValidArgsFunction = func(
		cmd *cobra.Command, args []string, _ string,
	) ([]cobra.Completion, cobra.ShellCompDirective) {
		var names []cobra.Completion
		switch len(args) {
		case 0:
			for _, c := range cmd.Root().Commands() {
				if c.IsAvailableCommand() {
					names = append(names, cobra.CompletionWithDesc(c.Name(), c.Short))
				}
			}
			for _, t := range docs.TopicsOf(cmd.Root().Name()) {
				names = append(names, cobra.CompletionWithDesc(t.Name, t.Summary))
			}
		case 1:
			if topic, ok := docs.FindTopic(args[0]); ok {
				names = topic.Entries()
			}
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
	return cmd
}

func usage(cmd *cobra.Command) error {
	var b strings.Builder
	b.WriteString("Usage:\n" + Indent(strings.Join(Synopsis(cmd), "\n")) + "\n")
	part := func(title, text string) {
		if text = strings.TrimRight(text, "\n"); text != "" {
			b.WriteString("\n" + title + "\n" + text + "\n")
		}
	}
	part("Examples:", cmd.Example)
	for _, g := range append(cmd.Groups(), &cobra.Group{Title: "Commands:"}) {
		list := slices.DeleteFunc(slices.Clone(cmd.Commands()), func(c *cobra.Command) bool {
			return c.GroupID != g.ID || !c.IsAvailableCommand()
		})
		if !cmd.HasParent() {
			list = withBelow(list)
		}
		part(g.Title, Summaries(list, func(c *cobra.Command) (string, string) { return Path(c), c.Short }))
	}
	if !cmd.HasParent() {
		part("Topics, for "+cmd.Name()+" help TOPIC:", topics(cmd.Name()))
	}
	part("Flags:", FlagRows(cmd.LocalFlags()))
	part("Global flags:", FlagRows(cmd.InheritedFlags()))
	if cmd.HasAvailableSubCommands() {
		b.WriteString("\nMore about a command: " + cmd.CommandPath() + " COMMAND --help\n")
	}
	_, err := io.WriteString(cmd.OutOrStdout(), b.String())
	return err
}

func withBelow(list []*cobra.Command) (all []*cobra.Command) {
	for _, cmd := range list {
		all = append(append(all, cmd), withBelow(cmd.Commands())...)
	}
	return all
}

func overview(root *cobra.Command, width int) string {
	description, _, _ := strings.Cut(root.Long, "\n\n")
	name := root.Name()
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\nUsage: %s COMMAND [flags], or %s N for %s count N\n\n", description, name, name, name)
	for _, g := range root.Groups() {
		b.WriteString(g.Title + "\n")
		for _, c := range root.Commands() {
			if c.GroupID == g.ID && c.IsAvailableCommand() {
				fmt.Fprintf(&b, "  %-10s  %s\n", c.Name(), c.Short)
			}
		}
	}
	names := named.Names(docs.TopicsOf(name), func(t docs.Topic) string { return t.Name })
	fmt.Fprintf(&b, "\n%s COMMAND --help explains a command; %s help all lists everything.\nTopics, for %s help "+
		"TOPIC: %s.\n", name, name, name, strings.Join(names, ", "))
	return Fill(b.String(), width)
}

func topics(program string) string {
	return Summaries(docs.TopicsOf(program), func(t docs.Topic) (string, string) { return t.Name, t.Summary })
}

func topicText(root *cobra.Command, args []string) (string, error) {
	topic, ok := docs.FindTopic(args[0])
	switch {
	case !ok:
		return "", unknownCommand(root, args)
	case len(args) == 1:
		return topic.Text(), nil
	}
	word := strings.Join(args[1:], " ")
	text, ok := topic.Entry(word)
	for _, plural := range [][2]string{{"ies", "y"}, {"s", ""}} {
		if stem, is := strings.CutSuffix(word, plural[0]); !ok && is {
			text, ok = topic.Entry(stem + plural[1])
		}
	}
	if !ok {
		return "", Usagef("help %s: no entry %q%s; `%s help %s` shows all", topic.Name, word, DidYouMean(word,
			topic.Entries()), root.Name(), topic.Name)
	}
	return text, nil
}

//go:embed help.txt
var helpText string
