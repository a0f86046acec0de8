package main

import (
	"fmt"
	"slices"
	"strings"
)

const heading = `Helm %s, recorded by tests/oracle/helm/generate.sh. Lines of one number are in no order.

`

// The record as the corpus keeps it. `refused` is why Helm would not begin on an empty cluster,
// `failed` how it ended otherwise than well.
func text(journal *journal, refused, failed error) string {
	var text strings.Builder
	fmt.Fprintf(&text, heading, helmVersion())
	if refused != nil {
		fmt.Fprintf(&text, "refused on an empty cluster: %s\n", inOneLine(refused))
	}
	for number, step := range steps(withoutFirstDeletions(journal.entries)) {
		for _, entry := range step {
			fmt.Fprintf(&text, "%3d %s\n", number+1, line(entry))
		}
	}
	if failed != nil {
		fmt.Fprintf(&text, "ended: %s\n", inOneLine(failed))
	}
	return text.String()
}

func line(entry entry) string {
	text := entry.verb + " " + entry.what.text()
	if !entry.there {
		text += " (not there)"
	}
	return text
}

func inOneLine(err error) string {
	return strings.Join(strings.Fields(err.Error()), " ")
}

// A hook that is deleted only to be created anew is said to be cleared first.
func withoutFirstDeletions(entries []entry) []entry {
	var all []entry
	for _, next := range entries {
		if next.verb == "run" {
			for i := len(all) - 1; i >= 0 && all[i].what == next.what; i-- {
				if all[i].verb == "delete" {
					all = append(all[:i], entry{all[i].call, "clear", next.what, true})
					break
				}
			}
		}
		all = append(all, next)
	}
	return all
}

// Helm's client takes objects of one kind that follow each other at once (kube.batchPerform).
func steps(entries []entry) [][]entry {
	var all [][]entry
	for _, next := range entries {
		last := len(all) - 1
		if last >= 0 && togetherWith(all[last][0], next) {
			all[last] = append(all[last], next)
		} else {
			all = append(all, []entry{next})
		}
	}
	for _, step := range all {
		slices.SortFunc(step, func(left, right entry) int { return strings.Compare(line(left), line(right)) })
	}
	return all
}

func togetherWith(one, other entry) bool {
	isWaiting := one.verb == other.verb && (one.verb == "ready" || one.verb == "gone")
	return one.call == other.call && (isWaiting || one.what.kind == other.what.kind)
}
