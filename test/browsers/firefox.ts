import { existsSync } from 'node:fs'
import { type ElementHandle, type JSHandle, launch } from 'puppeteer-core'
import type { Driver } from './remote-page.ts'

const candidates = ['/usr/bin/firefox-esr', '/usr/bin/firefox']

/** @returns the program, if there is one: `FIREFOX_PATH`, else the system's. */
export const findFirefox = () => process.env['FIREFOX_PATH'] ?? candidates.find(existsSync)

/** Starts Firefox and drives it by WebDriver BiDi. Playwright needs commands that the ESR version does not have. */
export async function openFirefox(program: string): Promise<Driver> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: program,
    extraPrefsFirefox: { 'media.autoplay.default': 0, 'intl.accept_languages': 'ko-KR' },
  })
  const page = await browser.newPage()
  const handleOf = (element: object) => element as ElementHandle<HTMLInputElement>
  return {
    goto: async (url) => void (await page.goto(url)),
    evaluate: (run, argument) => page.evaluate(run as never, argument) as never,
    async find(run, argument) {
      const handle: JSHandle = await page.evaluateHandle(run as never, argument)
      return handle.asElement() ?? undefined
    },
    click: (element) => handleOf(element).click(),
    async type(element, text) {
      await handleOf(element).evaluate((input) => input.select())
      await handleOf(element).type(text)
    },
    setCookie: (cookie) =>
      browser.setCookie({ ...cookie, domain: new URL(page.url()).hostname, path: '/' }),
    close: () => browser.close(),
  }
}
