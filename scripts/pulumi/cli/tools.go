//go:build tools

// Package tools pins the command that setup builds, so that go.mod and go.sum cover all that it needs.
package tools

import _ "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi"
