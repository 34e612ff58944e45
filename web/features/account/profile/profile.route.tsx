import { useAuth, authStore } from '#web/session/auth-store.ts'
import { profileMessages } from './messages.ko.ts'
import type { MypagePageHandle } from '#web/routing/route-handles.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { withdrawalPath, profilePath } from '#web/routing/account-paths.ts'
import type { Route } from './+types/profile.route.ts'
import { Link } from 'react-router'
import {
  AdultVerificationSection,
  MarketingSection,
  NameSection,
  PhoneSection,
} from './basic-info-sections.tsx'
import { DevicesSection, PasskeysSection, PasswordSection } from './sign-in-sections.tsx'
import { ProfileSection, profilePictureError } from './profile-section.tsx'
import type { User } from '#contract/accounts/accounts.ts'
import * as accounts from '#web/api/endpoints/accounts.generated.ts'
import { apiRequest } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { Avatar } from '#web/ui/base/avatar.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { useEffect, useRef, useState, type DragEvent } from 'react'

const messages = profileMessages.picture

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = profileMessages
  return pageMeta(matches, { title, description, path: profilePath, noindex: true })
}

export const handle: MypagePageHandle = { title: profileMessages.title, Skeleton: ProfileSkeleton }

export default function Profile() {
  const { user } = useAuth()
  return (
    <div className="max-w-4xl *:first:border-t-0 *:first:pt-0">
      <ProfilePictureSection user={user} />
      <NameSection user={user} />
      <ProfileSection title={profileMessages.email.title} detail={profileMessages.email.detail}>
        <p className="text-base font-semibold">{user.email}</p>
      </ProfileSection>
      <PhoneSection user={user} />
      <AdultVerificationSection user={user} />
      <PasswordSection user={user} />
      <PasskeysSection />
      <DevicesSection />
      <MarketingSection user={user} />
      <p className="border-t border-border pt-5 text-right">
        <Link
          to={withdrawalPath}
          className="inline-flex min-h-11 items-center rounded-sm px-1 text-sm text-foreground-subtle underline decoration-border-strong underline-offset-4 hover:text-foreground"
        >
          {profileMessages.withdrawal}
        </Link>
      </p>
    </div>
  )
}

const skeletonSections = [
  { messages: profileMessages.picture, height: 'h-24' },
  { messages: profileMessages.name, height: 'h-26' },
  { messages: profileMessages.email, height: 'h-6 max-w-64' },
  { messages: profileMessages.phone, height: 'h-11' },
  { messages: profileMessages.adult, height: 'h-11' },
  { messages: profileMessages.password, height: 'h-11' },
  { messages: profileMessages.passkey, height: 'h-22' },
  { messages: profileMessages.devices, height: 'h-28' },
  { messages: profileMessages.marketing, height: 'h-11' },
] as const

/** The section titles with placeholders of their height. */
function ProfileSkeleton() {
  return (
    <div className="max-w-4xl *:first:border-t-0 *:first:pt-0">
      {skeletonSections.map(({ messages: { title, detail }, height }) => (
        <ProfileSection key={title} title={title} detail={detail}>
          <div aria-hidden="true" className={`shimmer rounded-lg ${height}`} />
        </ProfileSection>
      ))}
    </div>
  )
}

const { setProfileImage: changePicture, removeProfileImage: removePicture } = accounts

type SelectedPicture = { file: File; url: string }

/** Selects a picture by dialog or drop, previews it, then uploads it. */
function ProfilePictureSection({ user }: { user: User }) {
  const [selected, setSelected] = useState<SelectedPicture>()
  const [fileError, setFileError] = useState<string>()
  const [isDragOver, setIsDragOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const selectButton = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (selected) return () => URL.revokeObjectURL(selected.url)
  }, [selected])

  function select(file: File | undefined) {
    if (!file) return
    const invalid = profilePictureError(file, changePicture.file)
    setFileError(invalid)
    change.reset()
    setSelected(invalid === undefined ? { file, url: URL.createObjectURL(file) } : undefined)
  }

  const change = useApiMutation(
    (file: File | null) =>
      file ? apiRequest(changePicture, {}, { file }) : apiRequest(removePicture, {}),
    {
      errors: 'inline',
      toast: (_, file) => (file ? messages.changed : messages.removed),
      onSuccess(changed) {
        authStore.updateUser(changed)
        setSelected(undefined)
        selectButton.current?.focus()
      },
    },
  )

  const drag = (event: DragEvent, isInside: boolean) => {
    event.preventDefault()
    setIsDragOver(isInside)
  }
  return (
    <ProfileSection title={messages.title} detail={messages.detail}>
      <div
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={(event) => {
          drag(event, false)
          select(event.dataTransfer.files[0])
        }}
        className={`flex flex-wrap items-center gap-5 rounded-2xl p-4 inset-ring transition-colors duration-(--duration-fast) ${isDragOver ? 'bg-accent-subtle inset-ring-2 inset-ring-accent' : 'bg-surface inset-ring-border'}`}
      >
        {selected ? (
          <img
            src={selected.url}
            alt={messages.preview}
            className="size-28 rounded-xl bg-surface-raised object-cover"
            onError={() => {
              setSelected(undefined)
              setFileError(messages.unreadable)
            }}
          />
        ) : (
          <Avatar name={user.username} image={user.profile_image} size="lg" />
        )}
        <div className="min-w-0 flex-1 basis-52">
          <input
            ref={input}
            hidden
            type="file"
            accept={changePicture.file.types.join(',')}
            onChange={(event) => {
              select(event.target.files?.[0])
              // Allows selecting the same file again.
              event.target.value = ''
            }}
          />
          <div className="flex flex-wrap gap-2.5">
            {selected ? (
              <>
                <Button
                  variant="primary"
                  busy={change.isPending}
                  onClick={() => change.submit(selected.file)}
                >
                  {messages.upload}
                </Button>
                <Button aria-disabled={change.isPending} onClick={() => setSelected(undefined)}>
                  {profileMessages.cancel}
                </Button>
              </>
            ) : (
              <>
                <Button
                  ref={selectButton}
                  aria-disabled={change.isPending}
                  onClick={() => input.current?.click()}
                >
                  {messages.choose}
                </Button>
                {user.profile_image && (
                  <Button
                    variant="ghost"
                    busy={change.isPending}
                    onClick={() => change.submit(null)}
                  >
                    {messages.remove}
                  </Button>
                )}
              </>
            )}
          </div>
          <p className="mt-2 text-xs text-foreground-subtle" role="status">
            {isDragOver ? messages.drop : selected?.file.name}
          </p>
        </div>
      </div>
      <FormAlert className="mt-3">{fileError ?? change.formError}</FormAlert>
    </ProfileSection>
  )
}
