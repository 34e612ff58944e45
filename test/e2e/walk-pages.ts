export type Walk = {
  /** Number of pages that were requested. */
  pages: number
  /** `STATUS PATH` of every page that did not answer. */
  broken: string[]
  /** Episodes with a link to the player. */
  videos: number[]
  /** Cards of upcoming works, and whether they say so. */
  upcoming: { page: string; href: string; isMarked: boolean }[]
  /** The figures at the top of the pages of works and episodes. */
  figures: { path: string; rating: string | null; reviews: number; views: number }[]
}

/**
 * Requests pages as a browser does and reads them without running their scripts. Runs in a page of the site, whose
 * cookies the requests have. Lists are read with at most one filter, other pages without their query.
 * @param options.follow whether the links of the pages are requested, too.
 */
export async function walkPages(options: {
  starts: readonly string[]
  upcomingIds: readonly number[]
  follow: boolean
}): Promise<Walk> {
  const walk: Walk = { pages: 0, broken: [], videos: [], upcoming: [], figures: [] }
  const normalize = (href: string) => {
    const { pathname, search } = new URL(href, location.origin)
    const isList = /^\/(categories|search)/.test(pathname) && !search.includes('&')
    return isList ? pathname + search : pathname
  }
  const queue: string[] = []
  const known = new Set<string>()
  const enqueue = (href: string) => {
    const path = normalize(href)
    // The showcase of components links to samples.
    if (known.has(path) || path === '/test') return
    known.add(path)
    queue.push(path)
  }

  const read = (path: string, page: Document) => {
    if (/^\/series\/\d+(\/season\/\d+\/episode\/\d+)?$/.test(path)) {
      const head = page.querySelector('h1')?.parentElement
      const text = head?.textContent ?? ''
      const rating = /만점에 ([\d.]+)점(?:\(([\d,]+)\))?/.exec(text)
      const spans = [...(head?.querySelectorAll('span') ?? [])]
      const views = spans.flatMap((span) => /^조회 ([\d,]+)$/.exec(span.textContent)?.[1] ?? [])[0]
      const number = (digits = '0') => Number(digits.replaceAll(',', ''))
      walk.figures.push({
        path,
        rating: rating?.[1] ?? null,
        reviews: number(rating?.[2]),
        views: number(views),
      })
    }
    for (const link of page.querySelectorAll('a[href^="/"]')) {
      const next = normalize(link.getAttribute('href')!)
      const video = Number(/^\/video\/(\d+)$/.exec(next)?.[1])
      if (video && !walk.videos.includes(video)) walk.videos.push(video)
      const series = Number(/^\/series\/(\d+)/.exec(next)?.[1])
      if (options.upcomingIds.includes(series) && !path.startsWith(`/series/${series}`)) {
        const text = link.closest('article, li')?.textContent ?? ''
        const isMarked = /공개 예정|공개일 미정|(?:\d+\.\d+|\d+월 \d+일) 공개/.test(text)
        walk.upcoming.push({ page: path, href: next, isMarked })
      }
      if (options.follow) enqueue(next)
    }
  }
  options.starts.forEach(enqueue)
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const response = await fetch(path, { headers: { accept: 'text/html' } })
    walk.pages++
    if (!response.ok) walk.broken.push(`${response.status} ${path}`)
    else if (response.redirected) enqueue(response.url)
    else read(path, new DOMParser().parseFromString(await response.text(), 'text/html'))
  }
  return walk
}
