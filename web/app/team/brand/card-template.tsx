import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useSearchParams,
} from 'react-router'
import { choice, readForm } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { ConfirmDialog } from '#web/ui/kit/confirm-dialog.tsx'
import { type Failure, toFormFailure } from '#web/ui/kit/failure.ts'
import { fieldLines } from './card-fields.ts'
import { saveCardTemplate } from './card-template-actions.server.ts'
import { CardTemplateForm, type EditedCardTemplate } from './card-template-form.tsx'

const fresh: EditedCardTemplate = {
  id: null,
  name: '',
  layout: 'card',
  body: '# Thank you, {{name}}\n\n{{message}}\n\nYour gift: **{{product}}**\n\n{{from}}',
  recipientFields: 'Name',
  sharedFields: 'Message\nFrom (optional)',
  logo: null,
  dateModified: '',
}

const wantedId = (given: string | undefined) => (given === 'new' ? null : readId(given))

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  if (!session.can('manage-team-information') || !session.can('purchase-hugggs')) throw redirect(paths.teamTab('brand'))
  const id = wantedId(params.templateId)
  if (!id) return { template: fresh }
  const found = session.unwrap(await session.api.getPrintableTemplate({ params: { id } })).data
  if (found.teamId !== session.teamId) throw data(null, { status: 404 })
  const template: EditedCardTemplate = {
    ...{ id, name: found.name, layout: found.layout, body: found.body, logo: found.logoUrl },
    recipientFields: fieldLines(found.dynamicRecipientData),
    sharedFields: fieldLines(found.dynamicData),
    dateModified: found.dateModified,
  }
  return { template }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const form = await request.formData()
  const id = wantedId(params.templateId)
  const refuse = (failure: Failure) => refused({ failure })
  if (id && readForm(form, { intent: choice('delete') }).intent) {
    const gone = await session.api.deletePrintableTemplate({ params: { id } })
    if (!gone.ok) return refuse(toFormFailure(gone.problem))
    session.flash('The template is deleted. Purchases that print by it keep it.')
    return redirect(paths.teamTab('brand'), 303)
  }
  const saved = await saveCardTemplate(session, id, form)
  if (saved.failure) return refuse(saved.failure)
  session.flash('The template is saved. It can be chosen wherever gifts are printed.')
  return redirect(paths.cardTemplate(saved.id), 303)
}

/** A team's own template for printed cards. */
export default function CardTemplatePage() {
  const { template } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()?.failure
  const [search] = useSearchParams()
  return (
    <>
      <CardTemplateForm template={template} failure={failure} />
      {template.id && search.get('ask') === 'delete' ? (
        <ConfirmDialog
          title="Delete this template?"
          confirm="Delete template"
          fields={{ intent: 'delete' }}
          closeTo={paths.cardTemplate(template.id)}
        >
          No one can choose it from now on. Purchases that print by it keep it.
        </ConfirmDialog>
      ) : null}
    </>
  )
}
