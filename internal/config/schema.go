package config

import (
	"bytes"
	"encoding/json"
)

// SchemaURL is where the schema of the settings file is read.
const SchemaURL = "https://github.com/reslint/reslint/raw/main/docs/reslint.schema.json"

type object = map[string]any

func plain(kind string) func([]string) object {
	return func([]string) object { return object{"type": kind} }
}

func listOf(item object) object { return object{"type": "array", "items": item} }

// words is a list, or one item alone.
func words(item object) object { return object{"anyOf": []object{item, listOf(item)}} }

// Schema is the JSON Schema of the settings file, for editors. Rules are the names that
// may be switched on and off.
func Schema(rules []string) ([]byte, error) {
	properties := make(object)
	for _, k := range keys {
		value := k.kind.schema(rules)
		value["description"] = k.text
		properties[k.name] = value
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(object{
		"$schema":              "http://json-schema.org/draft-07/schema#",
		"$id":                  SchemaURL,
		"title":                "The settings of reslint, " + Name,
		"type":                 "object",
		"additionalProperties": false,
		"properties":           properties,
	})
	return out.Bytes(), err
}
