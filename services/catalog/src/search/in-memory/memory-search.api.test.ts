import { inMemory } from '../../testing/engines';
import { searchContract } from '../../testing/search-contract';

describe('a search in memory', () => searchContract(inMemory));
