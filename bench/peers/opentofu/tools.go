//go:build tools

// Package tools pins the command that the benchmark builds, so that go.mod and go.sum cover all that it needs.
package tools

import _ "github.com/opentofu/opentofu/cmd/tofu"
