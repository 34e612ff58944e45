/** `npm test`: unit, integration, contract and browser tests. Arguments go to Vitest: `npm test -- server/http`. */
import { configFor, runVitest } from './run-vitest.ts'

const args = process.argv.slice(2)
runVitest('run', [...configFor(args), ...args])
