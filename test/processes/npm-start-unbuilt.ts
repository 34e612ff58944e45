// `npm start` without building the pages, for tests: they are already built, and other tests may be using them.
import { superviseApp } from '../../bin/app/supervise.ts'

await superviseApp({ prepare: async () => {}, server: { file: 'server/main.ts' } })
