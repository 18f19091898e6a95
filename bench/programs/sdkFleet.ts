import { ContainerGroupFleet } from "pulumi-containergroups";
import { declaredFleet } from "./declaredFleet";
import { asked } from "./declaredGroups";

new ContainerGroupFleet("fleet", declaredFleet({ ...asked(), revised: Number(process.env["BENCH_REVISED"]) }));
