#ifndef COS_OS_LOG_H
#define COS_OS_LOG_H

// Everything of it is in the Swift module os.

#endif
