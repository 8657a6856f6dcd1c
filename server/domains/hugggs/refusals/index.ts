/** Codes that shops would not take: recipients say so, operators settle it. */
export { latestRefusal, waitingRefusals } from './queries.ts'
export { countRefusal, refuseCode } from './refuse-code.ts'
export { refusalRoutes } from './routes.ts'
