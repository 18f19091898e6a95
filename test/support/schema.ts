/** All schemas under one name. */
export * from "../../provider/core/schema/containerGroup";
export * from "../../provider/core/schema/inferenceEndpointJob";
export * from "../../provider/core/schema/queue";
export * from "../../provider/core/schema/queueJob";
