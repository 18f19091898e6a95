# The fleet of bench/programs/declared.ts, declared with OpenTofu and the generic REST provider.

terraform {
  required_providers {
    restapi = {
      source = "mastercard/restapi"
    }
  }
}

variable "url" {
  type = string
}

variable "api_key" {
  type      = string
  sensitive = true
}

variable "organization_name" {
  type = string
}

variable "project_name" {
  type = string
}

variable "names" {
  description = "The groups, in their order."
  type        = list(string)
}

variable "revision" {
  description = "Revisions differ in the replicas and the image of the groups."
  type        = number
}

variable "revised" {
  description = "So many groups, from the first, are in this revision; the others in the one before."
  type        = number
}

provider "restapi" {
  uri = var.url

  headers = {
    Content-Type    = "application/merge-patch+json"
    Service-Api-Key = var.api_key
  }

  create_method = "PATCH"
  update_method = "PATCH"

  # What a PATCH answers is taken for the object: without this, each is followed by a GET.
  write_returns_object = true
}

locals {
  path = "/organizations/${var.organization_name}/projects/${var.project_name}/containers"

  revisions = { for index, name in var.names : name => index < var.revised ? var.revision : var.revision - 1 }
}

resource "restapi_object" "group" {
  for_each = local.revisions

  object_id   = each.key
  path        = local.path
  create_path = "${local.path}/{id}"

  data = jsonencode({
    display_name  = "Renderer ${each.key}"
    replicas      = each.value
    country_codes = ["de", "fr", "nl"]
    container = {
      image                 = "registry.example.com/renderer:1.4.${each.value}"
      environment_variables = { LOG_LEVEL = "info", MODEL = "stable-4-large", GROUP = each.key }
      resources             = { cpu = 4, memory = 16384 }
    }
    readiness_probe = {
      http              = { path = "/ready", port = 8080 }
      period_seconds    = 10
      failure_threshold = 3
    }
  })
}
