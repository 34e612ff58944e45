/** `npm run gateway`: the simulated payment gateway by itself. `npm start` brings it up beside the product. */
import { readConfig } from '#server/config.ts'
import { systemClock } from '#server/shared/clock.ts'
import { acquirePidLock } from '#server/shared/pid-lock-file.ts'
import { startupErrorMessage, StartupError } from '#server/shared/startup-error.ts'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openGateway } from './gateway.ts'
import { webhookPath } from './webhooks.ts'

/** ms between looks at what has fallen due. */
const pulse = 500
/** ms for which one that was told to end may still be at it. */
const patience = 10_000

async function main() {
  const config = readConfig(process.env)
  if (!config.uses_simulator || !config.gateway)
    throw new StartupError('TOSS_SECRET_KEY names a gateway of your own: nothing is simulated.')
  const { secret_key, client_key, merchant_id, base_url } = config.gateway
  const folder = join(config.data_dir, 'payment-gateway')
  const letGo = await holdBooks(folder)
  const gateway = await openGateway({
    ...{ secret_key, client_key, merchant_id },
    port: Number(new URL(base_url).port),
    file: join(folder, 'store.jsonl'),
    clock: systemClock,
    webhook_url: () => `http://127.0.0.1:${config.port}${webhookPath}`,
  })
  const beat = setInterval(() => {
    gateway.expire()
    void gateway.deliver()
  }, pulse)
  if (process.send) process.send('ready')
  else process.stdout.write(`\n  Payment gateway (simulated)  ${gateway.origin}\n\n`)

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    clearInterval(beat)
    await gateway.close()
    letGo()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  process.on('disconnect', () => void stop())
}

/** Two that write to the same books would each lose what the other wrote. */
async function holdBooks(folder: string): Promise<() => void> {
  mkdirSync(folder, { recursive: true })
  for (const until = Date.now() + patience; ; await pause(100)) {
    const letGo = acquirePidLock(join(folder, 'books.lock'))
    if (letGo) return letGo
    if (Date.now() > until) throw new StartupError(`Another gateway works in ${folder}.`)
  }
}

main().catch((error: unknown) => {
  const words = startupErrorMessage(error)
  process.stderr.write(`${words ?? (error as Error).stack}\n`)
  process.exit(1)
})
