import { lazyOrNothing } from '#web/ui/base/lazy.tsx'
import { useService } from '#web/lib/service.ts'
import { supportMessages } from './messages.ko.ts'
import { useAuth, useIsChild } from '#web/session/auth-store.ts'
import { apiContext } from '#web/routing/loader-helpers.ts'
import { ErrorPage } from '#web/app/error-page.tsx'
import { loadSupportHome } from './load-support.ts'
import { SupportErrorPage, SectionError } from './support-layout.tsx'
import { pageMeta } from '#web/routing/page-meta.ts'
import {
  faqCategoryPath,
  faqsPath,
  inquiriesPath,
  newInquiryPath,
  noticesPath,
  playbackCheckPath,
  customerServicePath,
} from '#web/routing/account-paths.ts'
import { Fragment, Suspense, type ReactNode } from 'react'
import type { Route } from './+types/support-home.route.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import type { IconName } from '#web/ui/base/icon-names.ts'
import { Link } from 'react-router'
import { FaqItem, FaqSearch } from './faq-item.tsx'
import { NoticeItems } from './notice-list.tsx'
import { TextLink } from '#web/ui/base/text-link.tsx'

/** Loaded for members only; if loading fails, the page is the same as for visitors. */
const OpenInquiries = lazyOrNothing(() =>
  import('./inquiries/open-inquiries.tsx').then(({ OpenInquiries }) => OpenInquiries),
)

export async function loader({ context }: Route.LoaderArgs) {
  return loadSupportHome(context.get(apiContext))
}

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = supportMessages
  return pageMeta(matches, { title, description, path: customerServicePath })
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <SupportErrorPage
      error={error}
      title={supportMessages.title}
      missing={<ErrorPage error={error} />}
    />
  )
}

const messages = supportMessages.home

const subjectIcons: Record<string, IconName> = {
  account: 'person',
  payment: 'card',
  service: 'monitor',
  contents: 'film_reel',
  inquiry: 'mail',
  team: 'heart',
  etc: 'info',
}

/** The support home: search, frequent questions, notices, the member's open inquiries and contact. */
export default function SupportHome({ loaderData }: Route.ComponentProps) {
  const { subjects, top, notices } = loaderData
  const { state } = useAuth()
  const isChild = useIsChild()
  return (
    <div className="pt-(--header-height)">
      <div className="bg-[radial-gradient(44rem_22rem_at_50%_-6rem,var(--color-accent-subtle),transparent)]">
        <div className="page-gutter mx-auto max-w-3xl pt-10 pb-8 text-center md:pt-18 md:pb-12">
          <h1 className="text-sm font-semibold text-accent-bright md:text-base">
            {supportMessages.title}
          </h1>
          <p className="mt-1 text-2xl font-extrabold md:text-4xl">{messages.lead}</p>
          <p className="mt-2 text-base text-foreground-muted">{messages.detail}</p>
          <div className="mt-6 text-left md:mt-8">
            <FaqSearch />
          </div>
        </div>
      </div>
      <div className="page-gutter mx-auto max-w-6xl">
        {subjects && (
          <nav aria-label={messages.categories}>
            <ul className="grid grid-cols-4 gap-2 max-[18rem]:grid-cols-2 md:gap-3 lg:grid-cols-8">
              {subjects.map(({ id, code, name }) => (
                <Tile key={id} to={faqCategoryPath(code)} icon={subjectIcons[code] ?? 'info'}>
                  {name}
                </Tile>
              ))}
              {!isChild && (
                <Tile to={newInquiryPath} icon="chat">
                  {supportMessages.entries.inquiry}
                </Tile>
              )}
            </ul>
          </nav>
        )}
        <div className="mt-10 grid-rows-[auto_1fr] gap-x-14 md:mt-14 lg:grid lg:grid-cols-[minmax(0,1fr)_22rem]">
          {/* On a phone the member's open inquiries precede the frequent questions. */}
          <div className="col-start-2 row-start-1 empty:hidden max-lg:mb-10 lg:mb-4">
            {state === 'signed_in' && !isChild && (
              <Suspense>
                <OpenInquiries />
              </Suspense>
            )}
          </div>
          <div className="col-start-1 row-span-2 row-start-1 space-y-12">
            <Section title={messages.top} to={faqsPath} all={messages.top_all}>
              {!top && <SectionError />}
              {top?.length === 0 && <p className="text-foreground-subtle">{messages.top_empty}</p>}
              {top && top.length > 0 && (
                <ul className="border-t border-border">
                  {top.map((faq) => (
                    <li key={faq.id}>
                      <FaqItem faq={faq} />
                    </li>
                  ))}
                </ul>
              )}
            </Section>
            <Section title={messages.notices} to={noticesPath} all={messages.notices_all}>
              {!notices && <SectionError />}
              {notices?.length === 0 && (
                <p className="text-foreground-subtle">{messages.notices_empty}</p>
              )}
              {notices && notices.length > 0 && <NoticeItems notices={notices} />}
            </Section>
          </div>
          <aside
            aria-label={messages.ask_title}
            className="col-start-2 row-start-2 mt-12 grid grid-cols-1 items-start gap-4 md:max-lg:grid-cols-2 lg:mt-0"
          >
            {!isChild && <ContactCard />}
            <SelfCheckCard />
          </aside>
        </div>
      </div>
    </div>
  )
}

function Tile({ to, icon, children }: { to: string; icon: IconName; children: string }) {
  return (
    <li>
      <Link
        to={to}
        className="flex h-full min-h-22 flex-col items-center justify-center gap-2 panel px-1 py-3 text-center text-xs font-semibold transition-colors duration-(--duration-fast) hover:bg-surface-raised md:min-h-26 md:text-sm"
      >
        <Icon name={icon} className="size-6 text-accent" />
        {/* A narrow tile breaks the name behind a dot. */}
        <span>
          {children.split(/(?<=·)/).map((part, index) => (
            <Fragment key={part}>
              {index > 0 && <wbr />}
              <span className="whitespace-nowrap">{part}</span>
            </Fragment>
          ))}
        </span>
      </Link>
    </li>
  )
}

function Section({
  title,
  to,
  all,
  children,
}: {
  title: string
  to: string
  all: string
  children: ReactNode
}) {
  return (
    <section aria-label={title}>
      <div className="mb-3 flex items-end justify-between gap-4">
        <h2 className="text-xl font-bold md:text-2xl">{title}</h2>
        <Link
          to={to}
          className="-my-2 flex min-h-11 shrink-0 items-center gap-1 text-sm text-foreground-subtle hover:text-foreground"
        >
          {all}
          <Icon name="chevron_right" className="size-4" />
        </Link>
      </div>
      {children}
    </section>
  )
}

const card = 'panel p-5 md:p-6'

function ContactCard() {
  const { phone, email, support_hours } = useService()
  return (
    <section aria-labelledby="ask" className={card}>
      <h2 id="ask" className="text-lg font-bold">
        {messages.ask_title}
      </h2>
      <p className="mt-2 text-base text-foreground-muted">{messages.ask_detail}</p>
      <div className="mt-5 grid gap-2">
        <ButtonLink to={newInquiryPath} variant="primary" size="lg" icon="chat">
          {messages.ask}
        </ButtonLink>
        <ButtonLink to={inquiriesPath}>{messages.my_inquiries}</ButtonLink>
      </div>
      <dl className="mt-5 border-t border-border pt-4 text-sm">
        {phone && (
          <ContactLink name={messages.phone} href={`tel:${phone}`}>
            {phone}
          </ContactLink>
        )}
        {email && (
          <ContactLink name={messages.mail} href={`mailto:${email}`}>
            {email}
          </ContactLink>
        )}
      </dl>
      <p className="mt-1 text-xs text-foreground-subtle">{support_hours}</p>
    </section>
  )
}

function ContactLink({ name, href, children }: { name: string; href: string; children: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <dt className="text-foreground-subtle">{name}</dt>
      <dd>
        <TextLink href={href} className="tabular-nums">
          {children}
        </TextLink>
      </dd>
    </div>
  )
}

function SelfCheckCard() {
  return (
    <section aria-labelledby="check" className={card}>
      <h2 id="check" className="text-lg font-bold">
        {messages.check}
      </h2>
      <p className="mt-2 text-base text-foreground-muted">{messages.check_detail}</p>
      <ButtonLink to={playbackCheckPath} className="mt-4 w-full" icon="play">
        {messages.check_start}
      </ButtonLink>
    </section>
  )
}
