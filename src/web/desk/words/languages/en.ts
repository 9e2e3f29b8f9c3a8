import desk from '../../../../words/en/desk.json' with { type: 'json' }
import shared from '../../../../words/en/shared.json' with { type: 'json' }

export const words = { ...shared, ...desk }
