import "pulumi-containergroups";
