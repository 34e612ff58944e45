import type { Page } from 'playwright-core'
import { setTimeout as pause } from 'node:timers/promises'

/** Files beside the pages that name the service. */
const files = ['/manifest.webmanifest', '/robots.txt', '/sitemap.xml', '/opensearch.xml']
const maxPages = 80

/**
 * Opens the pages that links lead to from `starts`, one of each kind of address, until none is left.
 * @returns the content of each page and file by its path
 */
export async function crawl(page: Page, starts: readonly string[]): Promise<Map<string, string>> {
  const contents = new Map<string, string>()
  const waiting = [...starts]
  const seen = new Set(waiting.map(kindOf))
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (contents.size >= maxPages) throw new Error(`more than ${maxPages} pages: ${path}`)
    await page.goto(path)
    contents.set(path, await readSettled(page))
    const links = await page
      .locator('a[href^="/"]')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname))
    for (const link of links)
      if (!seen.has(kindOf(link))) {
        seen.add(kindOf(link))
        waiting.push(link)
      }
  }
  for (const file of files)
    contents.set(
      file,
      await page.evaluate(async (path) => {
        const response = await fetch(path)
        return response.text()
      }, file),
    )
  return contents
}

/** The content once it stays the same for a moment, or after a while: a player always changes. */
async function readSettled(page: Page): Promise<string> {
  let content = ''
  for (let times = 0; times < 20; times++) {
    const before = content
    await pause(500)
    content = await page.content()
    if (content === before) break
  }
  return content
}

const kindOf = (path: string) => path.replaceAll(/\d+/g, '0')

/** Names the texts that occur in contents, with where. */
export const findTexts = (
  contents: ReadonlyMap<string, string>,
  texts: readonly string[],
): string[] =>
  [...contents].flatMap(([path, content]) =>
    texts.filter((text) => content.includes(text)).map((text) => `${path}: ${text}`),
  )
