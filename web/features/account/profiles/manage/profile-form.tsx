import type { Profile } from '#contract/accounts/profile-fields.ts'
import { captionLanguages, profileNameLength } from '#contract/accounts/profile-rules.ts'
import {
  type AgeLimit,
  ageLimits,
  defaultChildLimit,
  isAbove,
  maxChildLimit,
} from '#contract/core/age-limits.ts'
import { profiles } from '#contract/accounts/profiles.ts'
import { call } from '#web/api/client.ts'
import { useApiForm } from '#web/api/use-api-form.ts'
import { manageProfilesPath } from '#web/routing/account-paths.ts'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { FormAlert, SelectField, Switch, TextField, Options } from '#web/ui/forms/form-controls.tsx'
import { RadioCard, RadioCardGroup } from '#web/ui/forms/radio-card.tsx'
import type { FormEvent, ReactNode } from 'react'
import { profilesMessages } from '../messages.ko.ts'
import { PinField } from '../pin-dialog.tsx'
import { withAccountPassword } from '../switch-profile.ts'
import { AvatarGrid } from './avatar-grid.tsx'

const messages = profilesMessages.form
const { createProfile, updateProfile } = profiles

/** Creates a profile. @param limit that of the selected profile, the default of the new one. */
export function CreateProfileForm({
  avatar,
  limit,
  onCreated,
}: {
  avatar: string
  limit: AgeLimit
  onCreated: (profile: Profile) => void
}) {
  const defaultValues: Values & { name: string; pin: string } = {
    name: '',
    avatar,
    caption_language: 'ko',
    autoplay: true,
    age_limit: limit,
    is_child: false,
    pin: '',
  }
  const api = useApiForm(createProfile, {
    defaultValues,
    errorMessages: fieldMessage,
    submit: (body) =>
      withAccountPassword((proof) => call(createProfile, { body: { ...body, ...proof } })),
    onSuccess: onCreated,
  })
  const { form } = api
  const values = form.watch()
  return (
    <Fields
      {...api}
      values={{ ...defaultValues, ...values } as Values}
      nameProps={api.field('name')}
      canBeChild
      submitLabel={messages.create}
    >
      <PinField
        label={messages.pin_optional}
        hint={messages.pin_hint}
        value={values.pin ?? ''}
        onChange={(digits) => form.setValue('pin', digits)}
        error={form.formState.errors.pin?.message}
      />
    </Fields>
  )
}

/** Changes a profile. */
export function EditProfileForm({
  profile,
  onSaved,
}: {
  profile: Profile
  onSaved: (profile: Profile) => void
}) {
  const { name, avatar, caption_language, autoplay, age_limit, is_child } = profile
  const defaultValues = { name, avatar, caption_language, autoplay, age_limit, is_child }
  const api = useApiForm(updateProfile, {
    defaultValues,
    errorMessages: fieldMessage,
    submit: (body) =>
      withAccountPassword((proof) =>
        call(updateProfile, { params: { id: profile.id }, body: { ...body, ...proof } }),
      ),
    onSuccess: onSaved,
  })
  const { form } = api
  const values = form.watch()
  return (
    <Fields
      {...api}
      values={{ ...defaultValues, ...values } as Values}
      nameProps={api.field('name')}
      canBeChild={!profile.is_first}
      submitLabel={messages.save}
    />
  )
}

type Values = Pick<Profile, 'avatar' | 'caption_language' | 'autoplay' | 'age_limit' | 'is_child'>

const fieldMessage = (field: string, code: string) =>
  field === 'name' && code === 'required'
    ? messages.name_missing
    : field === 'pin'
      ? profilesMessages.pin.incomplete
      : undefined

function Fields({
  form,
  values,
  nameProps,
  canBeChild,
  submitLabel,
  submit,
  formError,
  isSubmitting,
  children,
}: {
  form: { setValue: (name: keyof Values, value: never) => void }
  values: Values
  nameProps: object
  canBeChild: boolean
  submitLabel: string
  submit: (event?: FormEvent) => void
  formError: string | null
  isSubmitting: boolean
  children?: ReactNode
}) {
  function change(changes: Partial<Values>) {
    for (const [name, value] of Object.entries(changes))
      form.setValue(name as keyof Values, value as never)
  }
  // 7 shows what ALL shows, so it is offered only where it is already chosen.
  const limits = ageLimits.filter(
    (limit) =>
      (!values.is_child || !isAbove(limit, maxChildLimit)) &&
      (limit !== '7' || values.age_limit === '7'),
  )
  return (
    <form noValidate onSubmit={submit} className="space-y-7">
      <TextField
        label={messages.name}
        hint={messages.name_hint}
        required
        autoComplete="off"
        maxLength={profileNameLength.max}
        {...nameProps}
      />
      <AvatarGrid value={values.avatar} onChange={(avatar) => change({ avatar })} />
      {canBeChild && (
        <div>
          <Switch
            label={<span className="font-semibold">{messages.child}</span>}
            checked={values.is_child}
            onChange={({ target: { checked: is_child } }) =>
              change(is_child ? { is_child, age_limit: defaultChildLimit } : { is_child })
            }
          />
          <p className="text-sm text-foreground-subtle">{messages.child_detail}</p>
        </div>
      )}
      <RadioCardGroup legend={messages.age_limit}>
        {limits.map((limit) => (
          <RadioCard
            key={limit}
            name="age_limit"
            checked={values.age_limit === limit}
            onSelect={() => change({ age_limit: limit })}
            title={messages.age_limits[limit]}
            detail={messages.age_details[limit]}
          />
        ))}
      </RadioCardGroup>
      <div className="grid gap-3 md:grid-cols-2 md:gap-8">
        <SelectField
          label={messages.captions}
          value={values.caption_language}
          onChange={({ target }) =>
            change({ caption_language: target.value as Values['caption_language'] })
          }
        >
          <Options values={captionLanguages} names={messages.caption_languages} />
        </SelectField>
        <div className="md:pt-8">
          <Switch
            label={messages.autoplay}
            checked={values.autoplay}
            onChange={({ target }) => change({ autoplay: target.checked })}
          />
        </div>
      </div>
      {children}
      <FormAlert>{formError}</FormAlert>
      <div className="flex flex-wrap justify-end gap-2 max-sm:*:grow">
        <ButtonLink to={manageProfilesPath}>{messages.cancel}</ButtonLink>
        <Button type="submit" variant="primary" busy={isSubmitting}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
