// How many passwords this machine hashes when nothing else is done: the baseline of signing in.
import { argon2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

/** Told over the channel; answered with hashes in a second. */
export type HashBaselineOptions = { at_once: number; seconds: number }

const hash = promisify(argon2)
const settings = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

process.on('message', (told: HashBaselineOptions) => void answer(told))
process.on('disconnect', () => process.exit(0))
process.send?.('ready')

async function answer({ at_once, seconds }: HashBaselineOptions) {
  let hashes = 0
  const began = performance.now()
  const time = () => (performance.now() - began) / 1_000
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
