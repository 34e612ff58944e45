import { parseBlocks, type TextBlock } from '#contract/customer-services/rich-text.ts'
import { termsNames, type TermsName } from '#contract/service/particulars.ts'
import { service, type Terms as TermsData } from '#contract/service/service.ts'
import { termsMessages } from './messages.ko.ts'
import { apiContext, notFound } from '#web/routing/loader-helpers.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { termsPath } from '#web/routing/account-paths.ts'
import type { Route } from './+types/terms.route.ts'
import { formatFullDate } from '#web/lib/format.ts'
import { Button } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { NavTabs } from '#web/ui/layout/nav-tabs.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { RichText } from '#web/ui/layout/rich-text.tsx'
import { TextLink } from '#web/ui/base/text-link.tsx'

const isTermsName = (name: string): name is TermsName =>
  (termsNames as readonly string[]).includes(name)

/** The document in the requested version; 404 for an unknown name or version. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { name } = params
  if (!isTermsName(name)) throw notFound()
  const version = new URL(request.url).searchParams.get('version') ?? undefined
  if (version !== undefined && !/^2\d{3}-\d{2}-\d{2}$/.test(version)) throw notFound()
  return context.get(apiContext)(service.readTerms, { params: { name }, query: { version } })
}

type Article = { id: string; heading: string; blocks: TextBlock[] }

/** Splits a document at its headings; text before the first one is an article without a heading. */
function articlesOf(context: string): Article[] {
  const articles: Article[] = []
  for (const block of parseBlocks(context)) {
    if (block.kind === 'heading' && block.level === 2) {
      const heading = block.pieces.map(({ text }) => text).join('')
      articles.push({ id: `article-${articles.length + 1}`, heading, blocks: [] })
    } else {
      if (articles.length === 0) articles.push({ id: 'article-1', heading: '', blocks: [] })
      articles.at(-1)?.blocks.push(block)
    }
  }
  return articles
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { name, edition, current_version } = loaderData
  const title = termsMessages.titles[name]
  const isCurrent = edition?.version === current_version
  return pageMeta(matches, {
    title,
    description: edition?.lead ?? title,
    path: isCurrent || !edition ? termsPath(name) : `${termsPath(name)}?version=${edition.version}`,
    noindex: !isCurrent || !edition,
  })
}

/** A legal document with a table of contents and its versions; plain when printed. */
export default function Terms({ loaderData }: Route.ComponentProps) {
  const { name, edition, versions, current_version: current } = loaderData
  const announced = versions[0]?.version
  const articles = articlesOf(edition?.context ?? '')
  return (
    <div className="page-gutter mx-auto w-full max-w-6xl pt-6 md:pt-10 print:max-w-none print:p-0">
      <div className="print:hidden">
        <NavTabs
          label={termsMessages.others}
          tabs={termsNames.map((key) => ({
            key,
            to: termsPath(key),
            title: termsMessages.titles[key],
            selected: key === name,
          }))}
        />
      </div>
      <header className="mt-9 md:mt-14">
        <h1 className="text-2xl font-extrabold md:text-4xl">{termsMessages.titles[name]}</h1>
        <p className="mt-3 max-w-prose text-base text-foreground-muted md:text-lg">
          {edition?.lead}
        </p>
        {!edition && (
          <EmptyState icon="document" title={termsMessages.empty}>
            {termsMessages.empty_detail}
          </EmptyState>
        )}
        {edition && (
          <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-3 text-sm text-foreground-subtle">
            <p className="tabular-nums">
              {termsMessages.effective(formatFullDate(edition.version))}
            </p>
            <Button variant="ghost" className="-ml-3 print:hidden" onClick={() => print()}>
              {termsMessages.print}
            </Button>
          </div>
        )}
        {edition && current && edition.version !== current && (
          <VersionNotice to={termsPath(name)} link={termsMessages.to_current}>
            {edition.version < current ? termsMessages.old : termsMessages.not_yet}
          </VersionNotice>
        )}
        {edition && current && announced && announced > current && edition.version === current && (
          <VersionNotice
            to={`${termsPath(name)}?version=${announced}`}
            link={termsMessages.to_announced}
          >
            {termsMessages.announced(formatFullDate(announced))}
          </VersionNotice>
        )}
      </header>
      <div className="mt-9 gap-14 md:mt-12 lg:grid lg:grid-cols-[minmax(0,1fr)_17rem]">
        <details className="group/contents panel px-5 py-2 lg:hidden print:hidden">
          <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between text-sm font-bold text-foreground-muted [&::-webkit-details-marker]:hidden">
            {termsMessages.contents}
            <Icon
              name="chevron_down"
              className="size-5 text-foreground-subtle transition-transform duration-(--duration-fast) group-open/contents:rotate-180"
            />
          </summary>
          <Contents articles={articles} />
        </details>
        <aside className="hidden lg:order-2 lg:block print:hidden">
          <div className="sticky top-24 rounded-sheet p-5">
            <p className="mb-2 text-sm font-bold text-foreground-muted">{termsMessages.contents}</p>
            <Contents articles={articles} />
          </div>
        </aside>
        <article className="mt-9 max-w-prose space-y-10 lg:order-1 lg:mt-0 print:max-w-none print:space-y-6">
          {articles.map(({ id, heading, blocks }) => (
            <section key={id} aria-labelledby={id} className="break-inside-avoid-page">
              <h2 id={id} className="scroll-mt-24 text-lg font-bold md:text-xl">
                {heading}
              </h2>
              <div className="mt-3 text-foreground-muted">
                <RichText source={blocks} headingLevel={2} />
              </div>
            </section>
          ))}
          <Versions {...loaderData} />
        </article>
      </div>
    </div>
  )
}

/** All versions, with links to them. */
function Versions({ name, edition, versions, current_version: current }: TermsData) {
  return (
    <section aria-labelledby="terms-versions" className="border-t border-border pt-8">
      <h2 id="terms-versions" className="text-base font-bold">
        {termsMessages.versions}
      </h2>
      <ul className="mt-3 text-sm">
        {versions.map(({ version, note }) => (
          <li key={version} className="flex flex-wrap gap-x-3 py-2">
            <TextLink
              to={version === current ? termsPath(name) : `${termsPath(name)}?version=${version}`}
              isInline
              className="inline-flex items-center min-h-6 tabular-nums"
              {...(version === edition?.version && { 'aria-current': 'page' as const })}
            >
              {formatFullDate(version)}
            </TextLink>
            <span className="text-foreground-subtle">
              {version === current && `${termsMessages.current} · `}
              {current && version > current && `${termsMessages.upcoming} · `}
              {note}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A notice about another version of the document, with a link to it. */
function VersionNotice({ to, link, children }: { to: string; link: string; children: string }) {
  return (
    <p role="note" className="mt-5 rounded-control bg-surface-raised px-4 py-3 text-sm">
      {children}{' '}
      <TextLink to={to} tone="accent" isInline>
        {link}
      </TextLink>
    </p>
  )
}

function Contents({ articles }: { articles: readonly Article[] }) {
  return (
    <nav aria-label={termsMessages.contents}>
      <ol>
        {articles.map(({ id, heading }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex min-h-11 items-center text-sm text-foreground-subtle hover:text-foreground lg:min-h-9"
            >
              {heading}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
