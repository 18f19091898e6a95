const fc = require("fast-check");

// A property that notices a mutant does so in its first runs; one that does not would take all of them, for each mutant.
fc.configureGlobal({ interruptAfterTimeLimit: Number(process.env.MUTATION_PROPERTY_MS) });
