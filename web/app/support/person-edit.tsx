import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { readId } from '#web/http/read-id.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import { ActionForm, TextField } from '#web/ui/kit/form.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { linksBefore } from './links-before.server.ts'
import { AddressField, EmailField, LanguageField, MobileField, PostcodeField } from './person-fields.tsx'
import { readPerson } from './read-award.server.ts'
import styles from './support.module.css'
import { withWrittenNumber } from './written-number.server.ts'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  if (!session.can('make-awards')) throw data(null, { status: 403 })
  const person = session.unwrap(await session.api.getHelpedPerson({ params: { id: readId(params.id) } })).data
  return { person: withWrittenNumber(person) }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const id = readId(params.id)
  const form = await request.formData()
  const fields: Record<string, string> = {}
  const body = readPerson(form, fields)
  if (Object.keys(fields).length) return refused(invalidForm(fields, form))
  const before = session.unwrap(await session.api.getHelpedPerson({ params: { id } })).data
  const result = await session.api.updateHelpedPerson({ params: { id }, body })
  if (!result.ok) return refused(toFormFailure(result.problem, form))
  const stale = await linksBefore(session, before, result.value.data)
  return session.redirect(paths.helpedPerson(id), ['Their details are changed.', ...stale].join(' '))
}

export default function EditPerson() {
  const { person } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const kept = (value: string | null) => ({ defaultValue: value ?? '' })
  return (
    <>
      <PageHeader
        title="Their details"
        lead="Links that have left stay where they went. Links and letters from now on go to what is written here."
        back={{ to: paths.helpedPerson(person.id), label: person.name }}
      />
      <div className="narrow">
        <Card>
          <ActionForm failure={failure}>
            <TextField name="name" label="Name" required maxLength={100} autoComplete="off" {...kept(person.name)} />
            <TextField
              name="dateOfBirth"
              type="date"
              label="Date of birth (optional)"
              description="Asked before they see an award"
              autoComplete="off"
              {...kept(person.dateOfBirth)}
            />
            <div className={styles.pair}>
              <MobileField {...kept(person.phoneNumber)} />
              <EmailField {...kept(person.email)} />
            </div>
            <AddressField {...kept(person.postalAddress?.join('\n') ?? null)} />
            <div className={styles.pair}>
              <PostcodeField {...kept(person.postcode)} />
              <LanguageField {...kept(person.language ?? 'en')} />
            </div>
            <div>
              <SubmitButton>Save</SubmitButton>
            </div>
          </ActionForm>
        </Card>
      </div>
    </>
  )
}
