// `npm start` without building the pages, for tests: they have been built, and others may be at work on them.
import { superviseApp } from '../../bin/app/supervise.ts'

await superviseApp({ prepare: async () => {}, server: { file: 'server/main.ts' } })
