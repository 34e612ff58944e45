// Passwords that this machine hashes without other work: the baseline of signing in.
import { argon2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

/** Received over the IPC channel; answered with hashes per second. */
export type HashBaselineOptions = { at_once: number; seconds: number }

const hash = promisify(argon2)
const settings = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

process.on('message', (options: HashBaselineOptions) => void answer(options))
process.on('disconnect', () => process.exit(0))
process.send?.('ready')

async function answer({ at_once, seconds }: HashBaselineOptions) {
  let hashes = 0
  const startedAt = performance.now()
  const time = () => (performance.now() - startedAt) / 1_000
  await Promise.all(
    Array.from({ length: at_once }, async () => {
      while (time() < seconds) {
        await hash('argon2id', {
          message: 'seven-lanterns-in-june',
          nonce: randomBytes(16),
          ...settings,
        })
        hashes++
      }
    }),
  )
  process.send?.(hashes / time())
}
