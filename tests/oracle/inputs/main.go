// Command inputs answers what Kubernetes' own code makes of a text, one question a line on stdin,
// one answer a line on stdout:
//
//	inputs yaml        "<a document>"           {"json": ...}: what sigs.k8s.io/yaml makes of it;
//	                                            "drops": true where it does not look at all of it
//	inputs documents   "<a file>"               {"json": [...]}: its documents, as kubectl reads them
//	inputs jsonpath    {"template": "...", "document": ...}
//	                                            {"text": "..."}: what client-go prints
//	inputs values      the same                 {"json": [...]}: what client-go finds where keys may
//	                                            be missing, as kubectl wait asks it
//
// Where the code fails the answer is {"error": "..."}.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"strings"

	goyaml "go.yaml.in/yaml/v2"
	kubernetesyaml "k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/client-go/util/jsonpath"
	"sigs.k8s.io/yaml"
)

type answer struct {
	JSON  json.RawMessage `json:"json,omitempty"`
	Drops bool            `json:"drops,omitempty"`
	Text  *string         `json:"text,omitempty"`
	Error string          `json:"error,omitempty"`
}

type expression struct {
	Template string          `json:"template"`
	Document json.RawMessage `json:"document"`
}

// Some of this code panics where it should fail.
func guarded(ask func([]byte) (answer, error), question []byte) (result answer) {
	defer func() {
		if cause := recover(); cause != nil {
			result = answer{Error: fmt.Sprint("panic: ", cause)}
		}
	}()
	result, err := ask(question)
	if err != nil {
		return answer{Error: err.Error()}
	}
	return result
}

func textOf(question []byte) (string, error) {
	var text string
	err := json.Unmarshal(question, &text)
	return text, err
}

func readYAML(question []byte) (answer, error) {
	text, err := textOf(question)
	if err != nil {
		return answer{}, err
	}
	converted, err := yaml.YAMLToJSON([]byte(text))
	return answer{JSON: converted, Drops: err == nil && goesOn(text)}, err
}

// True where something stands behind the first document: YAMLToJSON does not look at it.
func goesOn(text string) bool {
	decoder := goyaml.NewDecoder(strings.NewReader(text))
	var first, next any
	return decoder.Decode(&first) == nil && !errors.Is(decoder.Decode(&next), io.EOF)
}

func readDocuments(question []byte) (answer, error) {
	text, err := textOf(question)
	if err != nil {
		return answer{}, err
	}
	decoder := kubernetesyaml.NewYAMLOrJSONDecoder(strings.NewReader(text), 4096)
	documents := []json.RawMessage{}
	for {
		var document json.RawMessage
		err := decoder.Decode(&document)
		if errors.Is(err, io.EOF) {
			all, err := json.Marshal(documents)
			return answer{JSON: all}, err
		}
		if err != nil {
			return answer{}, err
		}
		// Of a document without content it makes nothing, or null.
		if len(document) > 0 && string(document) != "null" {
			documents = append(documents, document)
		}
	}
}

// As client-go's dynamic objects hold numbers: integers are int64, not float64.
func documentOf(raw json.RawMessage) (any, error) {
	var document any
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	if err := decoder.Decode(&document); err != nil {
		return nil, err
	}
	return withNumbers(document), nil
}

func withNumbers(value any) any {
	switch value := value.(type) {
	case map[string]any:
		for key, item := range value {
			value[key] = withNumbers(item)
		}
	case []any:
		for place, item := range value {
			value[place] = withNumbers(item)
		}
	case json.Number:
		if whole, err := value.Int64(); err == nil {
			return whole
		}
		fraction, _ := value.Float64()
		return fraction
	}
	return value
}

func compiled(question []byte) (*jsonpath.JSONPath, any, error) {
	var asked expression
	if err := json.Unmarshal(question, &asked); err != nil {
		return nil, nil, err
	}
	document, err := documentOf(asked.Document)
	if err != nil {
		return nil, nil, err
	}
	path := jsonpath.New("question")
	return path, document, path.Parse(asked.Template)
}

func printText(question []byte) (answer, error) {
	path, document, err := compiled(question)
	if err != nil {
		return answer{}, err
	}
	var printed bytes.Buffer
	if err := path.Execute(&printed, document); err != nil {
		return answer{}, err
	}
	text := printed.String()
	return answer{Text: &text}, nil
}

func findValues(question []byte) (answer, error) {
	path, document, err := compiled(question)
	if err != nil {
		return answer{}, err
	}
	results, err := path.AllowMissingKeys(true).FindResults(document)
	if err != nil {
		return answer{}, err
	}
	values := []any{}
	for _, found := range results {
		for _, value := range found {
			values = append(values, value.Interface())
		}
	}
	all, err := json.Marshal(values)
	return answer{JSON: all}, err
}

func main() {
	modes := map[string]func([]byte) (answer, error){
		"yaml": readYAML, "documents": readDocuments, "jsonpath": printText, "values": findValues,
	}
	if len(os.Args) != 2 || modes[os.Args[1]] == nil {
		log.Fatal("usage: inputs yaml|documents|jsonpath|values")
	}
	ask := modes[os.Args[1]]
	questions := bufio.NewReaderSize(os.Stdin, 1<<20)
	answers := bufio.NewWriter(os.Stdout)
	defer answers.Flush()
	for {
		question, err := questions.ReadBytes('\n')
		if err != nil {
			return
		}
		line, err := json.Marshal(guarded(ask, question))
		if err != nil {
			log.Fatal(err)
		}
		answers.Write(append(line, '\n'))
	}
}
