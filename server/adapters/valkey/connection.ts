import { countEvent } from '#server/shared/event-counts.ts'
import type { Logger } from '#server/shared/logger.ts'
import { setTimeout as pause } from 'node:timers/promises'

/** Interval of the check of the connection, and the time in which it answers, in ms. */
const [checkIntervalMs, answerWithinMs] = [500, 1_000]
/** Pause before another attempt to connect, in ms. */
const retryDelayMs = 500
const connectTimeoutMs = 1_000

/** What a single server and a cluster have in common. */
type Client = {
  /** @param key decides which server of a cluster runs the command */
  command(key: string, args: readonly string[]): Promise<unknown>
  subscribe(channel: string, listener: (message: string) => void): Promise<void>
  unsubscribe(channel: string): Promise<void>
  destroy(): void
}

export type Valkey = {
  /** Runs a command. @throws if Valkey is away, or is lost before it answers: the caller has another way. */
  command(key: string, args: readonly string[]): Promise<unknown>
  /** Runs a script that touches one key, or several with the same hash tag. */
  script(
    text: string,
    keys: readonly string[],
    args: readonly (string | number)[],
  ): Promise<unknown>
  /** Receives the messages of a sharded channel, again after each new connection. */
  subscribe(channel: string, listener: (message: string) => void): void
  unsubscribe(channel: string): void
  /** Called when Valkey is back after a loss. */
  onBack(run: () => void): void
  isConnected(): boolean
  stop(): Promise<void>
}

export class ValkeyAway extends Error {}

/**
 * Keeps a connection to Valkey or Redis, a single server or a cluster (`?cluster=on`). A server that stops answering is given up
 * within two seconds, its commands fail, and a new connection is opened.
 */
export function openValkey(url: string, log: Logger): Valkey {
  let client: Client | undefined
  let wasConnected = false
  const channels = new Map<string, (message: string) => void>()
  const listeners: (() => void)[] = []
  const stopping = new AbortController()
  const { signal } = stopping

  function onLost(lost: Client, error: Error) {
    if (client !== lost) return
    client = undefined
    lost.destroy()
    if (signal.aborted) return
    countEvent('valkey_lost', 'lost')
    log.warn({ error: error.message }, 'valkey lost')
  }

  /** Resolves when the connection is lost. */
  async function watch(watched: Client) {
    while (client === watched && !signal.aborted) {
      await answersSoon(watched).catch((error: Error) => onLost(watched, error))
      await pause(checkIntervalMs, undefined, { signal }).catch(() => {})
    }
  }

  async function keepConnected() {
    while (!signal.aborted) {
      try {
        const opened: Client = await connect(url, (error) => client && onLost(client, error))
        // Commands use the connection once it has answered and receives the channels.
        await answersSoon(opened)
        client = opened
        for (const [channel, listener] of channels)
          opened.subscribe(channel, listener).catch((error: Error) => onLost(opened, error))
        if (wasConnected) {
          log.info('valkey back')
          for (const run of listeners) run()
        }
        wasConnected = true
        await watch(opened)
      } catch (error) {
        if (!wasConnected) log.warn({ error: (error as Error).message }, 'valkey lost')
        wasConnected = true
      }
      await pause(retryDelayMs, undefined, { signal }).catch(() => {})
    }
    client?.destroy()
  }
  const running = keepConnected()

  const command = async (key: string, args: readonly string[]) => {
    if (!client) throw new ValkeyAway('Valkey is away')
    return client.command(key, args)
  }

  return {
    command,
    script: (text, keys, args) =>
      command(keys[0] ?? '', ['EVAL', text, String(keys.length), ...keys, ...args.map(String)]),
    subscribe(channel, listener) {
      channels.set(channel, listener)
      const to = client
      to?.subscribe(channel, listener).catch((error: Error) => onLost(to, error))
    },
    unsubscribe(channel) {
      channels.delete(channel)
      client?.unsubscribe(channel).catch(() => {})
    },
    onBack: (run) => void listeners.push(run),
    isConnected: () => client !== undefined,
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** @throws if the server does not answer within `answerWithinMs` */
async function answersSoon(client: Client): Promise<void> {
  let isAnswered = false
  const answer = client.command('hanpyeon:check', ['EXISTS', 'hanpyeon:check'])
  const onAnswer = () => {
    isAnswered = true
  }
  answer.then(onAnswer, onAnswer)
  // A process that was busy itself reads the answer before it gives up.
  const deadline = pause(answerWithinMs)
    .then(() => pause(0))
    .then(() => {
      if (!isAnswered) throw new ValkeyAway(`no answer within ${answerWithinMs} ms`)
    })
  await Promise.race([answer, deadline])
}

/** @param onError called with each error of the connection */
async function connect(address: string, onError: (error: Error) => void): Promise<Client> {
  // Only a server with VALKEY_URL loads the library.
  const { createClient, createCluster } = await import('@redis/client')
  const url = new URL(address.replace(/^valkey/, 'redis'))
  const isCluster = url.searchParams.get('cluster') === 'on'
  url.search = ''
  const options = {
    RESP: 3,
    name: 'hanpyeon',
    disableOfflineQueue: true,
    // A lost connection is replaced as a whole, so that what is subscribed and what runs is known.
    socket: { connectTimeout: connectTimeoutMs, reconnectStrategy: false },
  } as const
  if (!isCluster) {
    const single = createClient({ ...options, url: url.href })
    single.on('error', onError)
    await single.connect()
    return {
      command: (_, args) => single.sendCommand([...args]),
      subscribe: (channel, listener) => single.sSubscribe(channel, listener),
      unsubscribe: (channel) => single.sUnsubscribe(channel),
      destroy: () => single.isOpen && single.destroy(),
    }
  }
  const { username, password } = url
  const credentials = {
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
  }
  const isTls = url.protocol === 'rediss:'
  const cluster = createCluster({
    rootNodes: [{ ...options, url: url.href }],
    defaults: {
      ...options,
      ...credentials,
      socket: { ...options.socket, ...(isTls && { tls: true as const }) },
    },
  })
  for (const event of ['error', 'node-error', 'sharded-channel-moved-error'])
    cluster.on(event, onError)
  await cluster.connect()
  return {
    command: (key, args) => cluster.sendCommand(key, false, [...args]),
    subscribe: (channel, listener) => cluster.sSubscribe(channel, listener),
    unsubscribe: (channel) => cluster.sUnsubscribe(channel),
    destroy: () => cluster.isOpen && cluster.destroy(),
  }
}
