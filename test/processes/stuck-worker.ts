// A worker in a separate process that takes a job or a run of the task `stuck` and never finishes it, for tests that
// kill it. Arguments: OWNER_URL [--task].
import { createLogger } from '#server/shared/logger.ts'
import { startJobRunner } from '#server/jobs/job-runner.ts'

const begin = async () => {
  process.send?.('begun')
  await new Promise(() => {})
}
await startJobRunner({
  owner_url: process.argv[2]!,
  jobs: { delete_account: { run: begin } },
  tasks: process.argv.includes('--task') ? [{ name: 'stuck', seconds: 30, run: begin }] : [],
  concurrency: { light: 1 },
  log: createLogger('silent', 'test'),
})
