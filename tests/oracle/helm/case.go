package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// One folder of the corpus. tests/support/ordering_case.hpp reads the same.
type orderingCase struct {
	manifests string
	before    string // The revision before, "" where the case has none.
	operation string // Install, Upgrade, Rollback or Delete
	annotated bool   // "wait: Annotated" is Helm without --wait.
	fails     string // The hook that fails, like Job/migrate.
}

func readCase(folder string) (orderingCase, error) {
	manifests, err := os.ReadFile(filepath.Join(folder, "manifests.yaml"))
	if err != nil {
		return orderingCase{}, err
	}
	before, err := os.ReadFile(filepath.Join(folder, "before.yaml"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return orderingCase{}, err
	}
	text := string(manifests)
	if strings.Contains(text+string(before), "{{") {
		return orderingCase{}, errors.New("manifests with {{ would be rendered")
	}
	one := orderingCase{
		manifests: text,
		before:    string(before),
		operation: directive(text, "operation"),
		annotated: directive(text, "wait") == "Annotated",
		fails:     directive(text, "fails"),
	}
	if one.operation == "" {
		one.operation = "Install"
	}
	return one, nil
}

func directive(manifests, name string) string {
	for line := range strings.SplitSeq(manifests, "\n") {
		if value, found := strings.CutPrefix(line, "# "+name+": "); found {
			return value
		}
	}
	return ""
}
