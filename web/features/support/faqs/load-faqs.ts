import { faqPageSize, SubjectCode } from '#contract/customer-services/customer-services.ts'
import type { EndpointClient } from '#contract/core/endpoint.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { notFound } from '#web/routing/loader-helpers.ts'
import { faqCategoryPath } from '#web/routing/paths.ts'
import { pageCount, parsePageParam } from '#web/ui/layout/page-numbers.ts'
import { redirect } from 'react-router'
import { nullOnError } from '#web/features/support/null-on-error.ts'

const { listSubjects, listFaqs, readFaq } = viewerEndpoints.customer_services
const longestQuery = 100
/** The server lists no further than this (D-02). */
const lastPage = Math.floor(10_000 / faqPageSize) + 1

/**
 * A page of the questions: those of a category, those in any of them that a text is found in (`q`), or the page with
 * the one that a link leads to (`id`).
 * @throws 404 for a name that is no category, a redirect where the question has moved to another.
 */
export async function loadFaqs(call: EndpointClient, name: string, address: string) {
  if (!SubjectCode.safeParse(name).success) throw notFound()
  const asked = new URL(address).searchParams
  const q = (asked.get('q') ?? '').trim().slice(0, longestQuery)
  const id = Number(/^[1-9]\d{0,8}$/.exec(asked.get('id') ?? '')?.[0] ?? 0)
  const [subjects, led] = await Promise.all([
    nullOnError(call(listSubjects, {})),
    id > 0 && q === '' ? nullOnError(call(readFaq, { params: { id } })) : null,
  ])
  if (led && led.subject_code !== name)
    throw redirect(`${faqCategoryPath(led.subject_code)}?id=${led.id}`)
  const subject = subjects?.find(({ code }) => code === name)
  const page = led
    ? Math.floor(led.offset / faqPageSize) + 1
    : parsePageParam(asked.get('page'), lastPage)
  const listed =
    subject &&
    (await nullOnError(readPage(call, q ? { q } : { subject_id: String(subject.id) }, page)))
  return {
    name,
    /** `null` where they could not be read. */
    subjects,
    q,
    /** The question a link leads to; `gone` where it is not there any more. */
    opened: led ? led.id : null,
    gone: id > 0 && q === '' && !led,
    list: listed ?? null,
  }
}

/** A page that there is: beyond the last one, the last. */
async function readPage(
  call: EndpointClient,
  of: { q: string } | { subject_id: string },
  page: number,
) {
  const read = (at: number) =>
    call(listFaqs, {
      query: { ...of, limit: faqPageSize, offset: (at - 1) * faqPageSize },
    })
  const first = await read(page)
  const pages = Math.min(pageCount(first.count, faqPageSize), lastPage)
  const { count, results } = page > pages ? await read(pages) : first
  return { page: Math.min(page, pages), pages, count, results }
}

export type FaqsData = Awaited<ReturnType<typeof loadFaqs>>
