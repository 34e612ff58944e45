// A worker in a separate process that takes a job and never finishes it, for tests that kill it. Argument:
// OWNER_URL.
import { createLogger } from '#server/shared/logger.ts'
import { startJobRunner } from '#server/jobs/job-runner.ts'

const begin = async () => {
  process.send?.('begun')
  await new Promise(() => {})
}
await startJobRunner({
  owner_url: process.argv[2]!,
  work: {
    render_demo_artwork: begin,
    generate_demo_film: begin,
    encode_asset: begin,
    encrypt_asset: begin,
    send_message: begin,
    send_password_reset: begin,
    process_payment: begin,
    delete_billing_key: begin,
    delete_profile_image: begin,
    process_refund: begin,
    cancel_unmatched_payment: begin,
  },
  cpu_bound: { names: ['encode_asset'], at_once: 1 },
  light_concurrency: 1,
  log: createLogger('silent', 'test'),
})
