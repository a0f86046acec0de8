// Records what Helm does with the cases of the corpus of orders: into <case>/helm.txt.
//
// Helm's own packages do it, down to its Kubernetes client; only the API server behind that client
// is a stand-in that remembers the requests, and the waiting ends at once. See generate.sh.
package main

import (
	"fmt"
	"io"
	"log"
	"log/slog"
	"os"
	"path/filepath"
	"runtime/debug"
)

func main() {
	slog.SetDefault(slog.New(slog.NewTextHandler(io.Discard, nil)))
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: oracle FOLDER, the one with the cases")
	}
	folders, err := filepath.Glob(filepath.Join(os.Args[1], "*", "manifests.yaml"))
	if err != nil || len(folders) == 0 {
		log.Fatalf("no cases in %s: %v", os.Args[1], err)
	}
	for _, manifests := range folders {
		if err := record(filepath.Dir(manifests)); err != nil {
			log.Fatalf("%s: %v", manifests, err)
		}
	}
	fmt.Printf("%d cases recorded with Helm %s\n", len(folders), helmVersion())
}

func record(folder string) error {
	one, err := readCase(folder)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "helm.txt"), []byte(recorded(one)), 0o644)
}

// The version that go.mod pins, as it was built in.
func helmVersion() string {
	info, _ := debug.ReadBuildInfo()
	for _, module := range info.Deps {
		if module.Path == "helm.sh/helm/v4" {
			return module.Version
		}
	}
	return "of an unknown version"
}
