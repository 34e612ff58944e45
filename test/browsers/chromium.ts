import type { ElementHandle } from 'playwright-core'
import { openSharedBrowser } from '#test/e2e/browser.ts'
import type { Driver } from './remote-page.ts'

export async function openChromium(): Promise<Driver> {
  const context = await (await openSharedBrowser()).newContext({ locale: 'ko-KR' })
  const page = await context.newPage()
  return {
    goto: async (url) => void (await page.goto(url)),
    evaluate: (run, argument) => page.evaluate(run as never, argument) as never,
    async find(run, argument) {
      const handle = await page.evaluateHandle(run as never, argument)
      return handle.asElement() ?? undefined
    },
    click: (element) => (element as ElementHandle).click({ timeout: 2_000 }),
    type: (element, text) => (element as ElementHandle).fill(text, { timeout: 2_000 }),
    // For all paths: Playwright would limit a cookie to the folder of the page's URL.
    setCookie: (cookie) =>
      context.addCookies([{ ...cookie, url: new URL(page.url()).origin, sameSite: 'Lax' }]),
    close: () => context.close(),
  }
}
