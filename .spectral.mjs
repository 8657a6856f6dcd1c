import rulesets from '@stoplight/spectral-rulesets'

/** What Spectral holds `/openapi.json` against (contract/reference/openapi.test.ts): all it recommends. No rule is off. */
export default { extends: [[rulesets.oas, 'recommended']] }
