import fc from 'fast-check'

/**
 * The seed of every property test, which a failure prints. Each state of the code draws examples of its own, the same for
 * everyone who tests it: a change is not refused for a fault that it did not bring, and the next one looks elsewhere.
 */
const seed = Number(process.env.PROPERTY_SEED)
if (Number.isInteger(seed)) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })
