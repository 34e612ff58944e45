import { useAuth } from '#web/session/auth-store.ts'
import { mypageMessages } from './messages.ko.ts'
import { useInstallOffer } from '#web/session/install-prompt.ts'
import { useAsyncAction } from '#web/api/use-async-action.ts'
import { logOut } from '#web/session/log-out.ts'
import { SubscriptionPanel } from '#web/features/billing/subscription/subscription-panel.tsx'
import type { MypagePageHandle } from '#web/routing/route-handles.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { homePath, mypagePath } from '#web/routing/paths.ts'
import { profilePath } from '#web/routing/account-paths.ts'
import { useState } from 'react'
import { useNavigate, Link } from 'react-router'
import type { Route } from './+types/mypage.route.ts'
import type { SelectedProfile } from '#contract/accounts/profile-fields.ts'
import { maskEmail } from '#contract/core/masking.ts'
import { FailingContactNotice } from '#web/features/account/email-change/email-section.tsx'
import { ProfileAvatar } from '#web/features/account/profiles/profile-avatar.tsx'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { mypageLinks, supportLink } from './mypage-links.ts'
import { TextLink } from '#web/ui/base/text-link.tsx'
import {
  AnswersPanel,
  ContinueWatchingPanel,
  PointsPanel,
  RentalsPanels,
} from './mypage-panels.tsx'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: mypageMessages.title,
    description: mypageMessages.description,
    path: mypagePath,
    noindex: true,
  })
}

export const handle: MypagePageHandle = {
  title: mypageMessages.title,
  Skeleton: OverviewSkeleton,
  hideMobileNav: true,
  isWide: true,
}

/** On wide screens answers, points and plan are a column beside what to watch. Answers, if any, are above the points. */
const columnsClass =
  'mt-3 grid grid-cols-1 gap-3 md:mt-4 md:gap-4 xl:grid-cols-[minmax(0,1fr)_20rem] xl:grid-rows-[auto_1fr] xl:gap-y-0 2xl:grid-cols-[minmax(0,1fr)_26rem]'
const watchColumnClass =
  'flex min-w-0 flex-col gap-3 md:gap-4 xl:col-start-1 xl:row-span-2 xl:row-start-1'
const accountColumnClass =
  'grid content-start gap-3 md:grid-cols-2 md:gap-4 xl:col-start-2 xl:row-start-2 xl:grid-cols-1'

/** The current matters of the member: answers, titles to resume, rentals that end soon, balances and plan. */
export default function Mypage() {
  const { user } = useAuth()
  const navigate = useNavigate()
  // Navigates first: this page would redirect an anonymous user to the login.
  const loggingOut = useAsyncAction(() => logOut(() => navigate(homePath)))
  return (
    <>
      {user.profile && <ProfileCard email={user.email} profile={user.profile} />}
      <FailingContactNotice user={user} />
      <InstallOffer />
      <div className={columnsClass}>
        <AnswersPanel />
        <div className={watchColumnClass}>
          <ContinueWatchingPanel />
          <RentalsPanels />
        </div>
        <div className={accountColumnClass}>
          <PointsPanel />
          <SubscriptionPanel />
        </div>
      </div>
      {/* On wider screens the navigation of the area is beside or above the page. */}
      <ul className="mt-3 grid gap-px overflow-hidden rounded-sheet bg-border inset-ring inset-ring-border md:hidden">
        {[...mypageLinks, supportLink].map(({ to, title, detail, icon }) => (
          <li key={to} className="bg-surface">
            <Link
              to={to}
              className="flex min-h-18 items-center gap-4 px-5 py-4 transition-colors duration-(--duration-fast) hover:bg-surface-raised focus-visible:-outline-offset-3"
            >
              <Icon name={icon} className="size-6 text-accent" />
              <span className="min-w-0 grow">
                <span className="block text-base font-semibold">{title}</span>
                <span className="block text-sm text-foreground-subtle">{detail}</span>
              </span>
              <Icon name="chevron_right" className="size-5 text-foreground-subtle" />
            </Link>
          </li>
        ))}
      </ul>
      <div className="mt-6 flex justify-center md:justify-end">
        <Button variant="ghost" busy={loggingOut.isPending} onClick={loggingOut.run}>
          {mypageMessages.log_out}
        </Button>
      </div>
    </>
  )
}

/** The selected profile, and the address of the account. */
function ProfileCard({ email, profile }: { email: string; profile: SelectedProfile }) {
  const [isEmailShown, setIsEmailShown] = useState(false)
  return (
    <section
      aria-label={mypageMessages.greeting(profile.name)}
      className="panel flex flex-wrap items-center gap-x-5 gap-y-4 bg-[radial-gradient(26rem_16rem_at_0%_0%,var(--color-accent-subtle),transparent)] p-5 md:p-7"
    >
      <ProfileAvatar profile={profile} size="lg" />
      <div className="min-w-0 flex-1 basis-48">
        <h2 className="text-xl md:text-2xl">{mypageMessages.greeting(profile.name)}</h2>
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-foreground-muted">
          <span>{isEmailShown ? email : maskEmail(email)}</span>
          <TextLink
            aria-pressed={isEmailShown}
            onClick={() => setIsEmailShown(!isEmailShown)}
            tone="subtle"
            className="-my-1 px-1 text-xs"
          >
            {isEmailShown ? mypageMessages.hide_email : mypageMessages.show_email}
          </TextLink>
        </p>
      </div>
      <ButtonLink to={profilePath} className="max-sm:w-full">
        {mypageMessages.edit_profile}
      </ButtonLink>
    </section>
  )
}

/** Offers to install the site, once. */
function InstallOffer() {
  const offer = useInstallOffer()
  const installing = useAsyncAction(async () => offer?.install())
  if (!offer) return null
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-3 rounded-sheet bg-surface p-4 inset-ring inset-ring-border md:mt-4 md:px-5">
      <p className="text-base">{mypageMessages.install.offer}</p>
      <div className="flex gap-2">
        <Button variant="ghost" onClick={offer.close}>
          {mypageMessages.install.later}
        </Button>
        <Button busy={installing.isPending} onClick={() => installing.run()}>
          {mypageMessages.install.accept}
        </Button>
      </div>
    </div>
  )
}

function OverviewSkeleton() {
  const line = 'shimmer rounded-control'
  return (
    <div aria-hidden="true">
      <div className="panel flex flex-wrap items-center gap-x-5 gap-y-4 p-5 md:p-7">
        <div className="shimmer size-16 rounded-full" />
        <div className="flex-1 basis-48 py-2">
          <div className={`${line} h-6 w-32`} />
          <div className={`${line} mt-4 h-4 w-48`} />
        </div>
        <div className="shimmer h-11 rounded-control max-sm:w-full sm:w-32" />
      </div>
      <div className={columnsClass}>
        <div className={watchColumnClass}>
          <div className={'panel grow p-5 md:p-7'}>
            <div className={`${line} h-4 w-16`} />
            <div className="mt-5 grid grid-cols-2 gap-3 md:gap-4">
              {[0, 1].map((index) => (
                <div key={index} className="shimmer aspect-video rounded-card" />
              ))}
            </div>
          </div>
        </div>
        <div className={accountColumnClass}>
          {[0, 1].map((index) => (
            <div key={index} className="panel h-44 p-5 md:h-48 md:p-7">
              <div className={`${line} h-4 w-16`} />
              <div className={`${line} mt-4 h-8 w-28`} />
              <div className={`${line} mt-5 h-4 w-40`} />
            </div>
          ))}
        </div>
      </div>
      <div className="mt-3 grid gap-px md:hidden">
        {[...mypageLinks, supportLink].map(({ to }) => (
          <div key={to} className="flex h-20 items-center gap-4 bg-surface px-5">
            <div className={`${line} size-6`} />
            <div className={`${line} h-4 w-32`} />
          </div>
        ))}
      </div>
    </div>
  )
}
