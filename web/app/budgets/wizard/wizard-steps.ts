import type { BudgetOverview } from '#contract/budgets/budgets.ts'
import { paths } from '#web/paths.ts'
import type { WizardStep } from '#web/ui/wizard/step-list.tsx'

export const steps = [
  { slug: 'basics', label: 'Basics' },
  { slug: 'schedule', label: 'When' },
  { slug: 'participants', label: 'People' },
  { slug: 'rules', label: 'Rules' },
  { slug: 'funding', label: 'Money' },
  { slug: 'review', label: 'Review' },
] as const
export type WizardStepName = (typeof steps)[number]['slug']

type Budget = Pick<BudgetOverview, 'status' | 'dateCreated' | 'dateModified' | 'participantCounts'>

/** Once people have been invited they are looked after on the budget's own page. */
const wizardSteps = ({ status }: Pick<Budget, 'status'>) =>
  steps.filter(({ slug }) => slug !== 'participants' || status !== 'live')

/** Those who get their money at the next run, and those who do as they accept. */
export const paidTotal = ({ active, invited, inviteEnded }: Budget['participantCounts']): number =>
  active + invited - inviteEnded

export const participantTotal = ({ active, inactive, invited }: Budget['participantCounts']): number =>
  active + inactive + invited

/** Whether a step's questions have been answered. Rules and funding come answered, by the plan's defaults. */
function isAnswered(step: WizardStepName, budget: Budget): boolean {
  if (budget.status !== 'draft') return true
  const hasPeople = participantTotal(budget.participantCounts) > 0
  switch (step) {
    case 'basics':
      return true
    case 'schedule':
      return hasPeople || budget.dateModified !== budget.dateCreated
    case 'review':
      return false
    default:
      return hasPeople
  }
}

interface AsTyped {
  /** People were typed who are not in it yet. */
  hasTyped?: boolean
  /** Changes that are not saved yet, as addresses carry them. */
  changes?: string | null
}

/** As the list of steps shows them; open once there is a draft. */
export const listWizardSteps = (
  budget: (Budget & { id: string }) | null,
  { hasTyped = false, changes = null }: AsTyped = {},
): WizardStep[] =>
  wizardSteps(budget ?? { status: 'draft' }).map(({ slug, label }) => ({
    label,
    path: budget && paths.budgetStep(budget.id, slug, changes),
    isDone: budget !== null && isAnswered(slug, budget) && !(slug === 'participants' && hasTyped),
  }))

/** Where someone who comes back to a draft continues; anyone who changes a budget begins at the beginning. */
export const nextWizardStep = (budget: Budget): WizardStepName =>
  wizardSteps(budget).find(({ slug }) => !isAnswered(slug, budget))?.slug ?? 'basics'

/** The id of a step's form: what is above it can send it too. */
export const STEP_FORM = 'budget-step'

/** What the button of a step does: of a budget that people know of, all steps are saved together. */
export const nextLabel = (status: BudgetOverview['status'] = 'draft'): string =>
  status === 'draft' ? 'Save and continue' : 'Continue'

/** The neighbour of a step, there and back. */
export const stepAfter = (step: WizardStepName, budget: Pick<Budget, 'status'>): WizardStepName =>
  beside(step, budget, 1)
export const stepBefore = (step: WizardStepName, budget: Pick<Budget, 'status'>): WizardStepName =>
  beside(step, budget, -1)

function beside(step: WizardStepName, budget: Pick<Budget, 'status'>, by: 1 | -1): WizardStepName {
  const open = wizardSteps(budget)
  const place = open.findIndex(({ slug }) => slug === step)
  return open[place + by]?.slug ?? step
}
