import { Validator } from "@seriousme/openapi-schema-validator";

// node validateOpenApi.mjs FILE: prints, as JSON, what is wrong with an OpenAPI document. An ES module, which jest cannot load.
const validator = new Validator();
const { valid, errors } = await validator.validate(process.argv[2]);
console.log(JSON.stringify({ valid, errors, version: validator.version }));
