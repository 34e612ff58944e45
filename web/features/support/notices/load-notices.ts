import type { EndpointClient } from '#contract/core/endpoint.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { notFound } from '#web/routing/loader-helpers.ts'
import { pageCount, parsePageParam } from '#web/ui/layout/page-numbers.ts'
import { nullOnError } from '#web/features/support/null-on-error.ts'

const { listAnnouncements, readAnnouncement } = viewerEndpoints.customer_services
const pageSize = 10
/** The server lists no further than this (D-02). */
const lastPage = Math.floor(10_000 / pageSize) + 1

/**
 * The notices: one of them where the address has its `id`, else a page of the list (D-72).
 * @throws 404 for a notice that is not there.
 */
export async function loadNotices(call: EndpointClient, address: string) {
  const asked = new URL(address).searchParams
  const page = parsePageParam(asked.get('page'), lastPage)
  const id = asked.get('id')
  if (id !== null) {
    if (!/^[1-9]\d{0,8}$/.test(id)) throw notFound()
    return { page, notice: await call(readAnnouncement, { params: { id } }), list: null }
  }
  return { page, notice: null, list: await nullOnError(readPage(call, page)) }
}

/** A page that there is: beyond the last one, the last. */
async function readPage(call: EndpointClient, page: number) {
  const read = (at: number) =>
    call(listAnnouncements, { query: { limit: pageSize, offset: (at - 1) * pageSize } })
  const first = await read(page)
  const pages = Math.min(pageCount(first.count, pageSize), lastPage)
  const { count, results } = page > pages ? await read(pages) : first
  return { page: Math.min(page, pages), pages, count, results }
}

type NoticesData = Awaited<ReturnType<typeof loadNotices>>
export type NoticeList = NonNullable<NoticesData['list']>
