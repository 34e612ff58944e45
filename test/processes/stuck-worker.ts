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
  jobs: {
    render_demo_artwork: { run: begin },
    generate_demo_film: { run: begin },
    expedite_demo_film: { run: begin },
    encode_asset: { lane: 'cpu', run: begin },
    encrypt_asset: { run: begin },
    send_message: { run: begin },
    send_bulk_message: { run: begin },
    send_campaign: { run: begin },
    send_password_reset: { run: begin },
    process_payment: { run: begin },
    delete_billing_key: { run: begin },
    delete_account: { run: begin },
    delete_profile_image: { run: begin },
    process_refund: { run: begin },
    cancel_unmatched_payment: { run: begin },
  },
  concurrency: { cpu: 1, light: 1 },
  log: createLogger('silent', 'test'),
})
