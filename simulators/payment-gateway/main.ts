/** `npm run gateway`: the simulated payment gateway alone. `npm start` starts it with the product. */
import { readConfig } from '#server/config.ts'
import { systemClock } from '#server/shared/clock.ts'
import { acquirePidLock } from '#server/shared/pid-lock-file.ts'
import { startupErrorMessage, StartupError } from '#server/shared/startup-error.ts'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openGateway } from './gateway.ts'
import { storeFile } from './store.ts'
import { webhookPath } from './webhooks.ts'

/** Poll interval for expired payments and due webhooks, in ms. */
const pollIntervalMs = 500
/** Time to wait for a previous process to release the store, in ms. */
const lockTimeoutMs = 10_000

async function main() {
  const config = readConfig(process.env)
  if (!config.uses_simulator || !config.gateway)
    throw new StartupError(
      'TOSS_SECRET_KEY selects an external gateway: the simulator is not needed.',
    )
  const { secret_key, client_key, merchant_id, base_url } = config.gateway
  const file = storeFile(config)
  const releaseLock = await lockStore(dirname(file))
  const gateway = await openGateway({
    secret_key,
    client_key,
    merchant_id,
    port: Number(new URL(base_url).port),
    file,
    clock: systemClock,
    webhook_url: () => `http://127.0.0.1:${config.port}${webhookPath}`,
  })
  const pollTimer = setInterval(() => {
    gateway.expire()
    void gateway.deliver()
  }, pollIntervalMs)
  if (process.send) process.send('ready')
  else process.stdout.write(`\n  Payment gateway (simulated)  ${gateway.origin}\n\n`)

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    clearInterval(pollTimer)
    await gateway.close()
    releaseLock()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  process.on('disconnect', () => void stop())
}

/** Locks the store: two processes writing to it would lose each other's records. */
async function lockStore(folder: string): Promise<() => void> {
  mkdirSync(folder, { recursive: true })
  for (const deadline = Date.now() + lockTimeoutMs; ; await pause(100)) {
    const releaseLock = acquirePidLock(join(folder, 'books.lock'))
    if (releaseLock) return releaseLock
    if (Date.now() > deadline) throw new StartupError(`Another gateway is running in ${folder}.`)
  }
}

main().catch((error: unknown) => {
  const message = startupErrorMessage(error)
  process.stderr.write(`${message ?? (error as Error).stack}\n`)
  process.exit(1)
})
