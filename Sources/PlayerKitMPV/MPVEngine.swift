import CMPV
import PlayerKit
