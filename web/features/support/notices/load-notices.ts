import type { EndpointClient } from '#contract/core/endpoint.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { notFound, nullOnError } from '#web/routing/loader-helpers.ts'
import { pageCount, parsePageParam } from '#web/ui/layout/page-numbers.ts'

const { listAnnouncements, readAnnouncement } = viewerEndpoints.customer_services
const pageSize = 10
/** The server limits offsets (D-02). */
const lastPage = Math.floor(10_000 / pageSize) + 1

/**
 * Loads the notice with the `id` in the address, or else a page of the list (D-72).
 * @throws 404 for a missing notice.
 */
export async function loadNotices(call: EndpointClient, address: string) {
  const params = new URL(address).searchParams
  const page = parsePageParam(params.get('page'), lastPage)
  const id = params.get('id')
  if (id !== null) {
    if (!/^[1-9]\d{0,8}$/.test(id)) throw notFound()
    return { page, notice: await call(readAnnouncement, { params: { id } }), list: null }
  }
  return { page, notice: null, list: await nullOnError(loadPage(call, page)) }
}

/** Reads a page; beyond the last one, the last. */
async function loadPage(call: EndpointClient, page: number) {
  const readPageAt = (number: number) =>
    call(listAnnouncements, { query: { limit: pageSize, offset: (number - 1) * pageSize } })
  const first = await readPageAt(page)
  const pages = Math.min(pageCount(first.count, pageSize), lastPage)
  const { count, results } = page > pages ? await readPageAt(pages) : first
  return { page: Math.min(page, pages), pages, count, results }
}

type NoticesData = Awaited<ReturnType<typeof loadNotices>>
export type NoticeList = NonNullable<NoticesData['list']>
