/**
 * fast-check with the seed of `seed.ts`. Tests import it from here, because a seed drawn per run would change on a
 * retry. Failures print the seed and the path of the counterexample.
 */
import fc from 'fast-check'
import { getSeed } from './seed.ts'

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: getSeed() })

export default fc
