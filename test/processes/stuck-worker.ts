// A worker in a process of its own that takes a job and never ends it, for tests that kill it: OWNER_URL.
import { createLogger } from '#server/shared/logger.ts'
import { startJobRunner } from '#server/jobs/job-runner.ts'

const begin = async () => {
  process.send?.('begun')
  await new Promise(() => {})
}
await startJobRunner({
  owner_url: process.argv[2]!,
  work: {
    draw_demo_work: begin,
    make_demo_film: begin,
    encode_asset: begin,
    protect_asset: begin,
    send_message: begin,
    send_password_link: begin,
    settle_order: begin,
    forget_card: begin,
    remove_picture: begin,
    settle_refund: begin,
    cancel_stray: begin,
  },
  cpu_bound: { names: ['encode_asset'], at_once: 1 },
  light_concurrency: 1,
  log: createLogger('silent', 'test'),
})
