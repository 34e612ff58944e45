// `npm start` without building the pages, for tests: they have been built, and others may be at work on them.
import { supervise } from '../bin/supervise.ts'

await supervise({ prepare: async () => {}, server: { file: 'server/main.ts' } })
