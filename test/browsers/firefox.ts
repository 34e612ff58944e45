import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#test/processes/free-port.ts'
import type { Driver } from './remote-page.ts'
import { createWebDriver } from './web-driver.ts'

const candidates = ['/usr/bin/firefox-esr', '/usr/bin/firefox']
const startTimeoutMs = 60_000

/** @returns the program, if there is one: `FIREFOX_PATH`, else the system's. */
export const findFirefox = () => process.env['FIREFOX_PATH'] ?? candidates.find(existsSync)

/**
 * Starts Firefox and speaks its Marionette protocol, the WebDriver commands that geckodriver forwards. See
 * https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html.
 */
export async function openFirefox(program: string): Promise<Driver> {
  const profile = await mkdtemp(join(tmpdir(), 'hanpyeon-firefox-'))
  const port = await freePort()
  const preferences = {
    'marionette.port': port,
    'media.autoplay.default': 0,
    'intl.accept_languages': 'ko-KR',
    'toolkit.telemetry.reportingpolicy.firstRun': false,
  }
  await writeFile(
    join(profile, 'user.js'),
    Object.entries(preferences)
      .map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`)
      .join('\n'),
  )
  const child = spawn(
    program,
    ['--headless', '--marionette', '--no-remote', '--profile', profile],
    {
      stdio: 'ignore',
      env: { ...process.env, HOME: profile },
    },
  )
  try {
    const send = await connectMarionette(port, child)
    await send('WebDriver:NewSession', {})
    return createWebDriver({
      navigate: (url) => send('WebDriver:Navigate', { url }),
      execute: (script, args) =>
        send('WebDriver:ExecuteScript', { script, args, sandbox: null, newSandbox: false }),
      click: (id) => send('WebDriver:ElementClick', { id }),
      clear: (id) => send('WebDriver:ElementClear', { id }),
      sendKeys: (id, text) => send('WebDriver:ElementSendKeys', { id, text }),
      addCookie: (cookie) => send('WebDriver:AddCookie', { cookie }),
      close: () => stop(child, profile),
    })
  } catch (error) {
    await stop(child, profile)
    throw error
  }
}

async function stop(child: ChildProcess, profile: string) {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
  await rm(profile, { recursive: true, force: true, maxRetries: 10 })
}

type Send = (command: string, parameters: Record<string, unknown>) => Promise<unknown>

/** Messages are `<length>:[0, id, command, parameters]`, responses `<length>:[1, id, error, result]`. */
async function connectMarionette(port: number, child: ChildProcess): Promise<Send> {
  const socket = await openSocket(port, child)
  const pending = new Map<number, PromiseWithResolvers<unknown>>()
  let received = Buffer.alloc(0)
  let lastId = 0
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    for (;;) {
      const colon = received.indexOf(':')
      const end = colon + 1 + Number(received.subarray(0, colon).toString())
      if (colon === -1 || received.length < end) return
      const message = JSON.parse(received.subarray(colon + 1, end).toString()) as unknown
      received = received.subarray(end)
      // The first message describes the protocol.
      if (!Array.isArray(message)) continue
      const [, id, error, result] = message as [number, number, { message: string } | null, unknown]
      const answer = pending.get(id)
      pending.delete(id)
      if (error) answer?.reject(new Error(error.message))
      else answer?.resolve(unwrap(result))
    }
  })
  socket.on('close', () => {
    for (const { reject } of pending.values()) reject(new Error('Firefox closed the connection'))
  })
  return (command, parameters) => {
    const id = ++lastId
    const text = JSON.stringify([0, id, command, parameters])
    const answer = Promise.withResolvers<unknown>()
    pending.set(id, answer)
    socket.write(`${Buffer.byteLength(text)}:${text}`)
    return answer.promise
  }
}

const unwrap = (result: unknown) =>
  result !== null && typeof result === 'object' && 'value' in result ? result.value : result

async function openSocket(port: number, child: ChildProcess): Promise<Socket> {
  const startedAt = performance.now()
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    })
    if (isOpen) return socket
    if (child.exitCode !== null || performance.now() - startedAt > startTimeoutMs)
      throw new Error(`Firefox did not start (exit code ${child.exitCode})`)
    await pause(100)
  }
}
