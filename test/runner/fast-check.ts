/**
 * fast-check with the seed of `seed.ts`. Tests import it from here: a run of its own seed would draw another one on a retry.
 * Failures print the seed and the path of the counterexample.
 */
import fc from 'fast-check'
import { getSeed } from './seed.ts'

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: getSeed() })

export default fc
