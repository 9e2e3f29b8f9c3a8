import desk from '../../../../words/nl/desk.json' with { type: 'json' }
import shared from '../../../../words/nl/shared.json' with { type: 'json' }

export const words = { ...shared, ...desk }
